import { type RefObject, useCallback, useEffect, useRef } from "react";
import { soundOnly } from "~/features/videos/media/rungs";
import { playlistPath } from "~/features/videos/media/write-playlist";
import { attachHls, createRungLinks, type HlsEngine } from "./hls-engine";
import { readChoices } from "./player-choices";
import { qualityEvent } from "./player-commands";
import { type FreshLink, type PlayedTo, type ReplaceLink, replaceSource } from "./use-fresh-link";
import { startingMark } from "./use-player-state";

/** Without alternative audio and encryption, which our own ladders do not have. */
const loadLightHls = () => import("hls.js/light");

/** Plays the ladder, or the sound alone if chosen, from the first play on; before, and where it fails, the file. */
export function useLadderSource(
  player: RefObject<HTMLVideoElement>,
  {
    videoId,
    sides,
    sound,
    savesData,
  }: {
    videoId: string;
    sides: readonly number[] | undefined;
    sound: string | undefined;
    savesData: boolean;
  },
): ReplaceLink {
  const engine = useRef<HlsEngine>();
  const plays = useRef<"file" | "script" | "browser" | "sound">("file");

  const hasLadder = sides !== undefined;
  const known = useRef(sides);
  const links = useRef({ file: "", sound });

  useEffect(() => {
    const video = player.current;
    if (!video || !hasLadder) return;
    let over = false;
    let begun = false;
    /** Counts what began to play: only the last continues. */
    let turn = 0;
    const { poster } = video;
    const endEngine = () => {
      engine.current?.end();
      engine.current = undefined;
    };
    const change = () => {
      if (!begun) return;
      const { quality } = readChoices();
      const at = { seconds: video.currentTime, playing: !video.paused };
      if ((quality === soundOnly && links.current.sound) || plays.current === "sound") return void play(at);
      const side = decideSide(known.current ?? [], quality);
      engine.current?.choose(side);
      if (plays.current !== "browser") return;
      void replaceSource(video, playlistPath(videoId, side), at).catch(() => undefined);
    };
    video.addEventListener(qualityEvent, change);
    const begin = () => {
      begun = true;
      links.current.file = video.src.split("#")[0] ?? "";
      void play({ seconds: startOf(video), playing: true });
    };
    const play = async (at: PlayedTo) => {
      turn += 1;
      const present = turn;
      const { quality } = readChoices();
      const { sound } = links.current;
      if (quality === soundOnly && sound) {
        endEngine();
        plays.current = "sound";
        await replaceSource(video, sound, at).catch(() => fallBack(at));
        // Sound has no picture: the browser shows this one.
        video.poster = poster;
        return;
      }
      const side = decideSide(known.current ?? [], quality);
      const src = playlistPath(videoId, needsScript() ? undefined : side);
      if (!needsScript()) {
        if (video.canPlayType(hlsType) === "") return fallBack(at);
        plays.current = "browser";
        await replaceSource(video, src, at).catch(() => fallBack(at));
        return;
      }
      plays.current = "script";
      // The file's bytes would delay those of the ladder.
      video.dataset[startingMark] = "";
      video.removeAttribute("src");
      video.load();
      try {
        const { default: Hls } = await loadLightHls();
        if (over || present !== turn) return;
        engine.current = attachHls(Hls, video, {
          src,
          startSeconds: at.seconds,
          links: createRungLinks(document.baseURI),
          side,
          estimate: estimateLine(savesData),
        });
        if (at.playing) await video.play();
      } catch (error) {
        // Paused by the viewer before it began, or the browser requires another click.
        if (error instanceof DOMException && ["AbortError", "NotAllowedError"].includes(error.name)) return;
        if (!over && present === turn) await fallBack(at);
      } finally {
        delete video.dataset[startingMark];
        video.dispatchEvent(new Event("canplay"));
      }
    };
    const fallBack = async (at: PlayedTo) => {
      plays.current = "file";
      endEngine();
      // The player's own error reports a link that fails, too.
      await replaceSource(video, links.current.file, at).catch(() => undefined);
    };
    video.addEventListener("play", begin, { once: true });
    // Played before hydration.
    if (!video.paused) {
      video.removeEventListener("play", begin);
      begin();
    }
    return () => {
      over = true;
      video.removeEventListener(qualityEvent, change);
      video.removeEventListener("play", begin);
      endEngine();
      plays.current = "file";
    };
  }, [player, videoId, hasLadder, savesData]);

  return useCallback(async (video, link, at) => {
    const file = link.mp4 ?? link.src;
    links.current = { file, sound: link.sound };
    if (plays.current === "sound") return replaceSource(video, link.sound ?? file, at);
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

/** The largest picture up to the chosen one, else the smallest; undefined if the player chooses. */
function decideSide(sides: readonly number[], quality: number): number | undefined {
  return quality === 0 ? undefined : (sides.findLast((side) => side <= quality) ?? sides[0]);
}

/** Without data the position is that of the address (`#t=`). */
function startOf(video: HTMLVideoElement): number {
  if (video.readyState > HTMLMediaElement.HAVE_NOTHING) return video.currentTime;
  return video.currentTime || Number(/#t=(\d+)/.exec(video.src)?.[1] ?? 0);
}

/** Bits per second of the connection with a margin, to choose the first rendition; undefined if unknown. */
function estimateLine(savesData: boolean): number | undefined {
  if (savesData) return 1;
  const { connection } = navigator as { connection?: { downlink?: number } };
  return connection?.downlink ? connection.downlink * 700_000 : undefined;
}

export const hlsType = "application/vnd.apple.mpegurl";

/** Loaded only for a stream in a browser that needs it: it is larger than the whole page. */
const loadHls = () => import("hls.js");

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

/**
 * Whether hls.js plays a stream: wherever Media Source exists, except in Apple's browsers, which also have
 * `ManagedMediaSource`. `canPlayType` is no help: Chromium says `maybe`, and fails on files of another origin.
 */
function needsScript(): boolean {
  return "MediaSource" in window && !("ManagedMediaSource" in window);
}

/** When all `<source>`s fail, only the last one emits `error`: repeats it on the player. */
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
