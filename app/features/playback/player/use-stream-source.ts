import { type RefObject, useCallback, useEffect, useRef } from "react";
import { attachHls, type HlsEngine } from "./hls-engine";
import type { FreshLink } from "./link-renewal";
import { replaceSource } from "./replace-source";

export const hlsType = "application/vnd.apple.mpegurl";

/** Loaded only for a stream in a browser that needs it: it is larger than the whole page. */
const loadHls = () => import("hls.js");

/**
 * Plays a stream in every browser with script: by hls.js or by the browser itself (`needsScript`). Returns the function
 * that replaces the player's link (`useFreshLink`).
 */
export function useStreamSource(
  player: RefObject<HTMLVideoElement>,
  { src, startSeconds, savesData }: { src: string; startSeconds: number; savesData: boolean },
) {
  const first = useRef({ src, startSeconds, savesData });
  const engine = useRef<Promise<HlsEngine | undefined>>();

  useEffect(() => {
    const video = player.current;
    if (!video) return;
    if (!needsScript()) return reportMissingSource(video);
    let over = false;
    const begin = () => {
      const begun = loadHls().then(({ default: Hls }) => {
        const { src, startSeconds, savesData } = first.current;
        // The smallest picture first.
        const estimate = savesData ? 1 : undefined;
        return over ? undefined : attachHls(Hls, video, { src, startSeconds, estimate });
      });
      // Without hls.js, the MP4 plays.
      engine.current = begun.catch(() => undefined);
    };
    if (first.current.savesData && video.paused) video.addEventListener("play", begin, { once: true });
    else begin();
    return () => {
      over = true;
      video.removeEventListener("play", begin);
      void engine.current?.then((attached) => attached?.end());
      engine.current = undefined;
    };
  }, [player]);

  return useCallback(async (video: HTMLVideoElement, link: FreshLink, at: PlayedTo) => {
    const attached = await engine.current;
    const plain = video.canPlayType(hlsType) ? link.src : (link.mp4 ?? link.src);
    if (!attached) return replaceSource(video, plain, at);
    try {
      await attached.renew(link, at);
    } catch (error) {
      if (!link.mp4) throw error;
      attached.end();
      engine.current = undefined;
      await replaceSource(video, link.mp4, at);
    }
  }, []);
}

interface PlayedTo {
  seconds: number;
  playing: boolean;
}

/**
 * Whether hls.js plays a stream: wherever Media Source exists, except in Apple's browsers, which also have
 * `ManagedMediaSource`. What a browser says of HLS decides nothing: Chromium says `maybe`, and its own engine fails on
 * files of another origin.
 */
export function needsScript(): boolean {
  return "MediaSource" in window && !("ManagedMediaSource" in window);
}

/** When all `<source>`s fail, only the last one emits `error`: repeats it on the player, as for a `src`. */
function reportMissingSource(video: HTMLVideoElement): () => void {
  const tell = (event?: Event) => {
    if (event?.target === video) return;
    setTimeout(() => {
      if (video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) video.dispatchEvent(new Event("error"));
    });
  };
  video.addEventListener("error", tell, true);
  tell();
  return () => video.removeEventListener("error", tell, true);
}
