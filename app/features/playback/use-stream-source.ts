import { type RefObject, useCallback, useEffect, useRef } from "react";
import { attachHls, type HlsEngine } from "./hls-engine";
import type { FreshLink } from "./link-renewal";
import { replaceSource } from "./replace-source";

export const hlsType = "application/vnd.apple.mpegurl";

/** Loaded only where a stream is watched in a browser that plays no HLS by itself: it weighs more than all of the page. */
const loadHls = () => import("hls.js");

/**
 * Makes a player with a stream's sources play wherever script runs: by itself where the browser can HLS, else by
 * hls.js. Gives what replaces the player's link (`useFreshLink`).
 */
export function useStreamSource(
  player: RefObject<HTMLVideoElement>,
  { src, startSeconds }: { src: string; startSeconds: number },
) {
  const first = useRef({ src, startSeconds });
  const engine = useRef<Promise<HlsEngine | undefined>>();

  useEffect(() => {
    const video = player.current;
    if (!video) return;
    if (!needsScript(video)) return tellOfNoSource(video);
    let over = false;
    const begun = loadHls().then(({ default: Hls }) => {
      const { src, startSeconds } = first.current;
      return over ? undefined : attachHls(Hls, video, src, startSeconds);
    });
    // Without it, there is the MP4.
    engine.current = begun.catch(() => undefined);
    return () => {
      over = true;
      void engine.current?.then((attached) => attached?.end());
      engine.current = undefined;
    };
  }, [player]);

  return useCallback(async (video: HTMLVideoElement, link: FreshLink, at: PlayedTo) => {
    const attached = await engine.current;
    const plain = video.canPlayType(hlsType) ? link.src : (link.mp4 ?? link.src);
    if (!attached) return replaceSource(video, plain, at);
    try {
      await attached.renew(link.src, at);
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

function needsScript(video: HTMLVideoElement): boolean {
  return video.canPlayType(hlsType) === "" && "MediaSource" in window;
}

/** A player whose every `<source>` failed says so at the last of them alone: says it at the player, as for a `src`. */
function tellOfNoSource(video: HTMLVideoElement): () => void {
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
