import { type RefObject, useCallback, useEffect, useRef } from "react";
import { startingMark } from "~/features/playback/controls/use-player-state";
import { playlistPath } from "~/features/videos/ladder/write-playlist";
import { attachHls, createRungLinks, type HlsEngine } from "./hls-engine";
import { replaceSource } from "./replace-source";
import type { ReplaceLink } from "./use-fresh-link";
import { hlsType, needsScript } from "./use-stream-source";

/** Without alternative audio and encryption, which our own ladders do not have. */
const loadHls = () => import("hls.js/light");

/**
 * Plays a video's ladder from the first play on, if it has one; until then, and where the ladder fails, the player
 * keeps its file. Returns the function that replaces the player's link (`useFreshLink`).
 */
export function useLadderSource(
  player: RefObject<HTMLVideoElement>,
  { videoId, hasLadder, savesData }: { videoId: string; hasLadder: boolean; savesData: boolean },
): ReplaceLink {
  const engine = useRef<HlsEngine>();
  const plays = useRef<"file" | "script" | "browser">("file");

  useEffect(() => {
    const video = player.current;
    if (!video || !hasLadder) return;
    let over = false;
    const begin = async () => {
      const [file = ""] = video.src.split("#");
      const at = { seconds: startOf(video), playing: true };
      const src = playlistPath(videoId);
      if (!needsScript()) {
        if (video.canPlayType(hlsType) === "") return;
        plays.current = "browser";
        await replaceSource(video, src, at).catch(() => fallBack(file, at));
        return;
      }
      plays.current = "script";
      // The file's bytes would delay those of the ladder.
      video.dataset[startingMark] = "";
      video.removeAttribute("src");
      video.load();
      try {
        const { default: Hls } = await loadHls();
        if (over) return;
        const links = createRungLinks(document.baseURI);
        engine.current = attachHls(Hls, video, {
          src,
          startSeconds: at.seconds,
          links,
          estimate: estimateLine(savesData),
        });
        await video.play();
      } catch (error) {
        // Paused by the viewer before it began, or a browser that requires another click.
        if (error instanceof DOMException && ["AbortError", "NotAllowedError"].includes(error.name)) return;
        if (!over) await fallBack(file, at);
      } finally {
        delete video.dataset[startingMark];
        video.dispatchEvent(new Event("canplay"));
      }
    };
    const fallBack = async (file: string, at: { seconds: number; playing: boolean }) => {
      plays.current = "file";
      engine.current?.end();
      engine.current = undefined;
      // A link that fails too is reported by the player's own error.
      await replaceSource(video, file, at).catch(() => undefined);
    };
    video.addEventListener("play", begin, { once: true });
    // Played before hydration.
    if (!video.paused) {
      video.removeEventListener("play", begin);
      void begin();
    }
    return () => {
      over = true;
      video.removeEventListener("play", begin);
      engine.current?.end();
      engine.current = undefined;
      plays.current = "file";
    };
  }, [player, videoId, hasLadder, savesData]);

  return useCallback(async (video, link, at) => {
    const file = link.mp4 ?? link.src;
    if (plays.current === "file") return replaceSource(video, file, at);
    if (plays.current === "browser") return replaceSource(video, link.src, at);
    try {
      // Still loading: it will read fresh links by itself.
      await engine.current?.renew(link, at);
    } catch {
      engine.current?.end();
      engine.current = undefined;
      plays.current = "file";
      await replaceSource(video, file, at);
    }
  }, []);
}

/** Where the player is, or would begin: without data its position is that of its address (`#t=`). */
function startOf(video: HTMLVideoElement): number {
  if (video.readyState > HTMLMediaElement.HAVE_NOTHING) return video.currentTime;
  return video.currentTime || Number(/#t=(\d+)/.exec(video.src)?.[1] ?? 0);
}

/** Returns the connection's bits per second with a margin, if the browser knows them, to choose the first rung. */
function estimateLine(savesData: boolean): number | undefined {
  if (savesData) return 1;
  const { connection } = navigator as { connection?: { downlink?: number } };
  return connection?.downlink ? connection.downlink * 700_000 : undefined;
}
