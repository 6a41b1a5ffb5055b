import { useEffect, useRef, useState } from "react";
import { createWatchTracker, decideResumePosition, isCompleted, type Ranges } from "./watch-tracker";

const reportEveryMs = 10_000;

/** Seconds of the video; `duration` is NaN while unknown. */
export interface PlayerTimes {
  currentTime: number;
  duration: number;
}

export type FollowPlayer = (
  listener: (what: "play" | "time" | "jump" | "pause" | "end", times: PlayerTimes) => void,
) => () => void;

export interface Progress {
  ranges: Ranges;
  isDone: boolean;
  started: boolean;
  ended: boolean;
}

interface Kept {
  ranges: Ranges;
  isDone: boolean;
}

/**
 * Reports the watched seconds while a player plays, and when it pauses, jumps, ends or is left, then by a beacon, which
 * outlives the page. A report that fails on the network is sent with the next one. A player that was never started
 * reports nothing. `placesPath`: opened when the server says that this place has to stop.
 */
export function useProgress(
  follow: FollowPlayer | undefined,
  { path, placesPath }: { path: string; placesPath: string },
  kept: Kept,
): Progress {
  const [progress, setProgress] = useState<Progress>({ ...kept, started: false, ended: false });
  // Loaders run again and return what was reported: only a change of `isDone` restarts from it.
  const latest = useRef(kept);
  latest.current = kept;
  const keptDone = kept.isDone;

  // biome-ignore lint/correctness/useExhaustiveDependencies: marked by its form
  useEffect(() => {
    const before = latest.current;
    setProgress((progress) => (progress.isDone === before.isDone ? progress : { ...progress, ...before }));
    if (!follow) return;
    const tracker = createWatchTracker(before.ranges);
    let { isDone } = before;
    let times: PlayerTimes | undefined;
    let sentSeconds: number | undefined;
    let sentAt = Date.now();
    let sending = false;
    let ended = false;

    // A viewer who watched enough and marked it as not completed completes it again at its end.
    const isEnough = ({ duration }: PlayerTimes) =>
      isCompleted(tracker.ranges, duration) && (ended || !isCompleted(before.ranges, duration));
    const listReports = () => {
      if (!times) return [];
      const seconds = decideResumePosition(times.currentTime, times.duration);
      const parts = tracker.listUnsent();
      const done = !isDone && isEnough(times);
      if (parts.length === 0 && seconds === sentSeconds && !done) return [];
      return (parts.length > 0 ? parts : [undefined]).map((part) => {
        const body = new URLSearchParams({ seconds: String(seconds) });
        if (part) {
          body.set("watched", String(part[1] - part[0]));
          body.set("at", String(part[1]));
        }
        if (done) body.set("done", "1");
        return { body, part, seconds, done };
      });
    };
    const noteSent = ({ part, seconds, done }: ReturnType<typeof listReports>[number]) => {
      if (part) tracker.noteSent(part);
      sentSeconds = seconds;
      isDone ||= done;
    };
    const show = () => {
      const { ranges } = tracker;
      setProgress({
        ranges,
        isDone: isDone || (times !== undefined && isEnough(times)),
        started: times !== undefined,
        ended,
      });
    };
    const send = async () => {
      sentAt = Date.now();
      show();
      if (sending) return;
      sending = true;
      try {
        for (const report of listReports()) {
          const answer = await fetch(path, {
            method: "POST",
            body: report.body,
            redirect: "manual",
            keepalive: true,
          });
          if (answer.status === 409) return window.location.assign(placesPath);
          // Below 500, sending again changes nothing.
          if (answer.status >= 500) break;
          noteSent(report);
        }
      } catch {
        // What was not sent stays for the next report.
      } finally {
        sending = false;
      }
    };
    const leave = () => {
      for (const report of listReports()) {
        navigator.sendBeacon(path, report.body);
        noteSent(report);
      }
    };
    const hide = () => {
      if (document.visibilityState === "hidden") leave();
    };
    const online = () => void send();
    const stop = follow((what, now) => {
      if (what !== "play" && !times) return;
      const wasEnded = ended;
      times = now;
      switch (what) {
        case "play":
        case "time":
          ended = false;
          tracker.advance(now.currentTime);
          if (wasEnded || what === "play") show();
          if (Date.now() - sentAt >= reportEveryMs) void send();
          break;
        case "jump":
          tracker.interrupt();
          break;
        case "pause":
          tracker.advance(now.currentTime);
          void send();
          break;
        case "end":
          // The last event comes a little before the end.
          tracker.advance(Number.isFinite(now.duration) ? Math.ceil(now.duration) : now.currentTime);
          tracker.interrupt();
          ended = true;
          void send();
      }
    });
    window.addEventListener("pagehide", leave);
    window.addEventListener("online", online);
    document.addEventListener("visibilitychange", hide);
    return () => {
      stop();
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("online", online);
      document.removeEventListener("visibilitychange", hide);
      leave();
    };
  }, [follow, path, placesPath, keptDone]);

  return progress;
}

export function followVideo(video: HTMLVideoElement): FollowPlayer {
  return (listener) => {
    const tell = (what: Parameters<typeof listener>[0]) => () => {
      // While a link is replaced, the player reports 0.
      if (video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
      listener(what, { currentTime: video.currentTime, duration: video.duration });
    };
    const events = [
      ["play", tell("play")],
      ["timeupdate", () => video.paused || video.seeking || tell("time")()],
      ["seeking", tell("jump")],
      // An end comes with a pause of its own.
      ["pause", () => video.ended || tell("pause")()],
      ["ended", tell("end")],
    ] as const;
    for (const [name, listen] of events) video.addEventListener(name, listen);
    return () => {
      for (const [name, listen] of events) video.removeEventListener(name, listen);
    };
  };
}
