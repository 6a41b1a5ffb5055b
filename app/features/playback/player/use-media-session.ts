import { useEffect } from "react";
import { runCommand } from "./player-commands";

interface MediaFacts {
  title: string;
  artist: string | undefined;
  cover: string | null;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** The lock screen. On iOS any handler ends the system's own seeking, so all of them are set, again at each start. */
export function useMediaSession(video: HTMLVideoElement | undefined, facts: MediaFacts): void {
  const { title, artist = "", cover, previous, next } = facts;
  useEffect(() => {
    if (!video || !("mediaSession" in navigator)) return;
    const { mediaSession } = navigator;
    const handlers: [MediaSessionAction, MediaSessionActionHandler | undefined][] = [
      ["play", () => runCommand(video, { do: "playOrPause" })],
      ["pause", () => video.pause()],
      ["seekbackward", ({ seekOffset }) => runCommand(video, { do: "skip", seconds: -(seekOffset ?? 10) })],
      ["seekforward", ({ seekOffset }) => runCommand(video, { do: "skip", seconds: seekOffset ?? 10 })],
      ["seekto", ({ seekTime }) => runCommand(video, { do: "seek", seconds: seekTime ?? 0 })],
      ["previoustrack", previous],
      ["nexttrack", next],
    ];
    const handle = (set: boolean) => {
      for (const [action, handler] of handlers) {
        try {
          mediaSession.setActionHandler(action, (set && handler) || null);
        } catch {}
      }
    };
    const begin = () => {
      mediaSession.metadata = new MediaMetadata({ title, artist, artwork: cover ? [{ src: cover }] : [] });
      handle(true);
      place();
    };
    const place = () => {
      const { duration, currentTime, playbackRate } = video;
      if (Number.isFinite(duration) && duration > 0)
        mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
    };
    const moves = ["seeked", "ratechange", "durationchange"] as const;
    video.addEventListener("playing", begin);
    for (const move of moves) video.addEventListener(move, place);
    return () => {
      video.removeEventListener("playing", begin);
      for (const move of moves) video.removeEventListener(move, place);
      handle(false);
      mediaSession.metadata = null;
    };
  }, [video, title, artist, cover, previous, next]);
}
