import { type RefObject, useEffect, useRef, useState } from "react";

/** Keeps the position; rejects when the link does not play. */
export type ReplaceLink = (
  video: HTMLVideoElement,
  link: FreshLink,
  at: { seconds: number; playing: boolean },
) => Promise<void>;

/**
 * Renews a player's signed link before it expires (product.md, Constants: one hour), preferably unnoticed, and when the
 * player fails, for example after the computer slept; after a network failure once the network is back. `secondsLeft`:
 * null if it does not expire. `failed`: permanently.
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
  // The link in use stays when loaders run again.
  const firstLeft = useRef(secondsLeft);

  useEffect(() => {
    const video = player.current;
    if (!video) return;
    let endsAt = firstLeft.current === null ? Infinity : Date.now() + firstLeft.current * 1_000;
    let replacing = false;
    let triedAt = 0;
    /** The network failed: retried once it is back. */
    let cut = false;
    let lastSeen = { seconds: 0, playing: false };

    const note = () => {
      if (!replacing && video.readyState > HTMLMediaElement.HAVE_NOTHING)
        lastSeen = { seconds: video.currentTime, playing: !video.paused };
    };
    const replace = async (): Promise<"done" | "refused" | "cut"> => {
      replacing = true;
      triedAt = Date.now();
      try {
        const link = await askForLink(path);
        if (!link) return "refused";
        await replaceLink(video, link, lastSeen);
        endsAt = Date.now() + link.secondsLeft * 1_000;
        return "done";
      } catch (error) {
        // `fetch` rejects with it when there is no connection.
        return error instanceof TypeError ? "cut" : "refused";
      } finally {
        replacing = false;
      }
    };
    const check = async () => {
      if (replacing || Date.now() - triedAt < renewalRetryMs) return;
      if (cut) return recover();
      if (video.error) return;
      note();
      const unnoticed = video.paused || document.visibilityState === "hidden";
      if (isRenewalDue(endsAt - Date.now(), unnoticed) && (await replace()) !== "done")
        setFailed(video.error !== null);
    };
    const recover = async () => {
      if (replacing) return;
      const outcome = endsAt === Infinity ? "refused" : await replace();
      cut = outcome === "cut";
      setFailed(outcome === "refused");
    };
    const reconnect = () => {
      if (cut) void recover();
    };
    const timer = setInterval(check, renewalRetryMs);
    video.addEventListener("timeupdate", note);
    video.addEventListener("play", note);
    video.addEventListener("pause", note);
    video.addEventListener("error", recover);
    window.addEventListener("online", reconnect);
    // Failed before hydration.
    if (video.error) void recover();
    return () => {
      clearInterval(timer);
      video.removeEventListener("timeupdate", note);
      video.removeEventListener("play", note);
      video.removeEventListener("pause", note);
      video.removeEventListener("error", recover);
      window.removeEventListener("online", reconnect);
    };
  }, [player, path, replaceLink]);

  return { failed };
}

/** Undefined if refused or unavailable. Retries once after the Retry-After of a 429. */
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

export interface FreshLink {
  src: string;
  /** When `src` is HLS. */
  mp4?: string;
  /** All renditions, when `src` is a playlist of our own store. */
  rungs?: string[];
  sound?: string;
  secondsLeft: number;
}

/** Remaining time below which a link is renewed when nobody notices. */
const quietMs = 10 * 60_000;

/** Remaining time below which it is renewed in any case: enough for several attempts. */
const urgentMs = 2 * 60_000;

export const renewalRetryMs = 20_000;

/** `unnoticed`: the player is paused or hidden. */
export function isRenewalDue(leftMs: number, unnoticed: boolean): boolean {
  return leftMs <= (unnoticed ? quietMs : urgentMs);
}

export interface PlayedTo {
  seconds: number;
  playing: boolean;
}

/**
 * Plays another link of the same video at the same position, speed and state, under the last picture. Resolves once the
 * new picture is visible; rejects when the link does not play.
 */
export async function replaceSource(video: HTMLVideoElement, src: string, at: PlayedTo): Promise<void> {
  const { playbackRate } = video;
  const still = holdPicture(video);
  try {
    await new Promise<void>((resolve, reject) => {
      video.addEventListener("loadeddata", () => resolve(), { once: true });
      video.addEventListener("error", () => reject(video.error ?? new Error("no source")), { once: true });
      // The poster would flash between the two pictures.
      video.removeAttribute("poster");
      video.src = startingAt(src, at.seconds);
      video.playbackRate = playbackRate;
    });
    if (Math.abs(video.currentTime - at.seconds) > 0.01) await wind(video, at.seconds);
    video.playbackRate = playbackRate;
    // A browser that requires a click first leaves the video paused.
    if (at.playing) await video.play().catch(() => undefined);
  } finally {
    still?.remove();
  }
}

function wind(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    video.addEventListener("seeked", () => resolve(), { once: true });
    video.currentTime = seconds;
  });
}

/** The controls stay usable. */
function holdPicture(video: HTMLVideoElement): HTMLCanvasElement | undefined {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  const still = document.createElement("canvas");
  still.width = video.videoWidth;
  still.height = video.videoHeight;
  still.className =
    "pointer-events-none absolute inset-0 size-full rounded-[inherit] bg-black object-contain";
  still.setAttribute("aria-hidden", "true");
  still.getContext("2d")?.drawImage(video, 0, 0);
  video.after(still);
  return still;
}

/** W3C Media Fragments, which work without script. */
export function startingAt(src: string, seconds: number): string {
  return seconds > 0 ? `${src}#t=${seconds}` : src;
}
