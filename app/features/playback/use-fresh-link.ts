import { type RefObject, useEffect, useRef, useState } from "react";
import { type FreshLink, isRenewalDue, renewalRetryMs } from "./link-renewal";

/** Gives a player another link, to go on where it was; rejects when that does not play. */
export type ReplaceLink = (
  video: HTMLVideoElement,
  link: FreshLink,
  at: { seconds: number; playing: boolean },
) => Promise<void>;

/**
 * Keeps a player's signed link alive (product.md, Constants: one hour): it is replaced before it ends, best while nobody
 * sees the change, and also when the player fails with it, such as after a night's sleep.
 * Takes how long the link plays, in seconds, null for one that never ends. Says whether the player has failed for good.
 */
export function useFreshLink(
  player: RefObject<HTMLVideoElement>,
  {
    path,
    secondsLeft,
    replace: replaceLink,
  }: { path: string; secondsLeft: number | null; replace: ReplaceLink },
): { failed: boolean } {
  const [failed, setFailed] = useState(false);
  // What the loader gave once is what the player got: loaders run again, the link in use stays.
  const firstLeft = useRef(secondsLeft);

  useEffect(() => {
    const video = player.current;
    if (!video) return;
    let endsAt = firstLeft.current === null ? Infinity : Date.now() + firstLeft.current * 1_000;
    let replacing = false;
    let triedAt = 0;
    let lastSeen = { seconds: 0, playing: false };

    const note = () => {
      if (!replacing && video.readyState > HTMLMediaElement.HAVE_NOTHING)
        lastSeen = { seconds: video.currentTime, playing: !video.paused };
    };
    const replace = async (): Promise<boolean> => {
      replacing = true;
      triedAt = Date.now();
      try {
        const link = await askForLink(path);
        if (!link) return false;
        await replaceLink(video, link, lastSeen);
        endsAt = Date.now() + link.secondsLeft * 1_000;
        return true;
      } catch {
        return false;
      } finally {
        replacing = false;
      }
    };
    const check = async () => {
      if (replacing || video.error || Date.now() - triedAt < renewalRetryMs) return;
      note();
      const unnoticed = video.paused || document.visibilityState === "hidden";
      if (isRenewalDue(endsAt - Date.now(), unnoticed) && !(await replace())) setFailed(video.error !== null);
    };
    const recover = async () => {
      if (replacing) return;
      setFailed(endsAt === Infinity || !(await replace()));
    };
    const timer = setInterval(check, renewalRetryMs);
    video.addEventListener("timeupdate", note);
    video.addEventListener("play", note);
    video.addEventListener("pause", note);
    video.addEventListener("error", recover);
    // Failed before the script was there.
    if (video.error) void recover();
    return () => {
      clearInterval(timer);
      video.removeEventListener("timeupdate", note);
      video.removeEventListener("play", note);
      video.removeEventListener("pause", note);
      video.removeEventListener("error", recover);
    };
  }, [player, path, replaceLink]);

  return { failed };
}

/**
 * Asks for a link; undefined where the answer is none: no longer signed in, no longer allowed, no link to be had. Asked too
 * often, it waits as long as the server says and asks once more.
 */
async function askForLink(path: string): Promise<FreshLink | undefined> {
  const ask = () => fetch(path, { method: "POST", redirect: "manual" });
  let answer = await ask();
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get("Retry-After")) || 60;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    answer = await ask();
  }
  return answer.ok ? ((await answer.json()) as FreshLink) : undefined;
}
