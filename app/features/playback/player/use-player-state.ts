import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { playerId } from "./moment-link";
import { isRate, type PlayerChoices, readChoices, storeChoices } from "./player-choices";
import {
  decidePlayerCommand,
  type FocusedPart,
  frameAttribute,
  listCaptionTracks,
  runCommand,
  showCaptions,
} from "./player-commands";

/** Undefined until the player is there, and for players that are no `<video>`, such as YouTube's. */
export function usePlayerElement(videoId: string): HTMLVideoElement | undefined {
  const [player, setFound] = useState<HTMLVideoElement>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video has another player
  useEffect(() => {
    const element = document.getElementById(playerId);
    setFound(element instanceof HTMLVideoElement ? element : undefined);
  }, [videoId]);
  return player;
}

type PlayerState = "before" | "playing" | "paused" | "waiting" | "ended";

const changes = "play playing pause waiting seeking seeked canplay loadeddata ended emptied error".split(" ");

/** Set while a started player changes its source, which pauses it for a moment. */
export const startingMark = "starting";

/** `before`: never started. `waiting`: plays as soon as data arrives. */
export function usePlayerState(video: HTMLVideoElement): PlayerState {
  return useSyncExternalStore(
    (changed) => listen(video, changes, changed),
    () => stateOf(video),
    () => "before",
  );
}

function stateOf(video: HTMLVideoElement): PlayerState {
  if (startingMark in video.dataset) return "waiting";
  if (video.ended) return "ended";
  if (!video.paused) return video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA ? "waiting" : "playing";
  return video.played.length === 0 ? "before" : "paused";
}

/** In seconds; the length is 0 while unknown. */
export function usePlayerTimes(video: HTMLVideoElement): { seconds: number; duration: number } {
  const seconds = useSyncExternalStore(
    (changed) => listen(video, ["timeupdate", "seeking", "loadedmetadata", "ended"], changed),
    () => video.currentTime,
    () => 0,
  );
  const duration = useSyncExternalStore(
    (changed) => listen(video, ["durationchange"], changed),
    () => (Number.isFinite(video.duration) ? video.duration : 0),
    () => 0,
  );
  return { seconds, duration };
}

function listen(video: HTMLVideoElement, names: readonly string[], changed: () => void): () => void {
  for (const name of names) video.addEventListener(name, changed);
  return () => {
    for (const name of names) video.removeEventListener(name, changed);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener("online", changed);
      window.addEventListener("offline", changed);
      return () => {
        window.removeEventListener("online", changed);
        window.removeEventListener("offline", changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}

const shownLanguage = (video: HTMLVideoElement) =>
  listCaptionTracks(video).find(({ mode }) => mode === "showing")?.language ?? "";

/** Applies the choices of this browser to a player and remembers changes, also by the browser's own controls. */
export function usePlayerChoices(video: HTMLVideoElement | undefined) {
  const [choices, setChoices] = useState<PlayerChoices>();
  const change = useCallback((changes: Partial<PlayerChoices>) => {
    storeChoices(changes);
    setChoices((before) => before && { ...before, ...changes });
  }, []);

  useEffect(() => {
    if (!video) return;
    const chosen = readChoices();
    // Loading another source returns to the default.
    video.defaultPlaybackRate = chosen.rate;
    video.playbackRate = chosen.rate;
    video.volume = chosen.volume;
    video.muted = chosen.muted;
    if (chosen.captions) showCaptions(video, chosen.captions);
    setChoices({ ...chosen, captions: shownLanguage(video) });

    const changeRate = () => {
      const rate = video.playbackRate;
      if (!isRate(rate)) return;
      video.defaultPlaybackRate = rate;
      change({ rate });
    };
    const changeVolume = () => change({ volume: video.volume, muted: video.muted });
    const changeCaptions = () => change({ captions: shownLanguage(video) });
    video.addEventListener("ratechange", changeRate);
    video.addEventListener("volumechange", changeVolume);
    video.textTracks.addEventListener("change", changeCaptions);
    return () => {
      video.removeEventListener("ratechange", changeRate);
      video.removeEventListener("volumechange", changeVolume);
      video.textTracks.removeEventListener("change", changeCaptions);
    };
  }, [video, change]);

  return { choices, change };
}

export function usePlayerKeys(video: HTMLVideoElement | undefined, on: boolean): void {
  useEffect(() => {
    if (!video || !on) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isInView(video)) return;
      const command = decidePlayerCommand(event, focusedPart(event.target, video));
      if (!command) return;
      event.preventDefault();
      runCommand(video, command);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [video, on]);
}

/** The space bar scrolls where the player cannot be seen. */
function isInView(video: HTMLVideoElement): boolean {
  const { top, bottom } = video.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

export function focusedPart(target: EventTarget | null, video?: HTMLVideoElement): FocusedPart {
  // Without the browser's own controls, a focused player has no keys of its own.
  if (video && target === video) return video.controls ? "player" : "page";
  if (!(target instanceof HTMLElement)) return "page";
  if (
    target.isContentEditable ||
    target.closest("input:not([type=range]), textarea, select, dialog, [role=menu], [role=listbox]")
  )
    return "field";
  return target.closest("a, button, summary, label") ? "button" : "page";
}

const idleMs = 3_000;

/** In full screen the controls hide while the video plays and nobody uses pointer or keys (`data-idle`). */
export function useFullScreen(video: HTMLVideoElement): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const change = () => setOn(document.fullscreenElement !== null);
    change();
    document.addEventListener("fullscreenchange", change);
    return () => document.removeEventListener("fullscreenchange", change);
  }, []);

  useEffect(() => {
    const frame = video.closest<HTMLElement>(`[${frameAttribute}]`);
    if (!on || !frame) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      if (!video.paused && !frame.querySelector("[aria-expanded=true]")) frame.dataset.idle = "";
    };
    const wake = () => {
      delete frame.dataset.idle;
      clearTimeout(timer);
      timer = setTimeout(rest, idleMs);
    };
    wake();
    const signs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;
    for (const sign of signs) frame.addEventListener(sign, wake);
    video.addEventListener("play", wake);
    video.addEventListener("pause", wake);
    return () => {
      clearTimeout(timer);
      delete frame.dataset.idle;
      for (const sign of signs) frame.removeEventListener(sign, wake);
      video.removeEventListener("play", wake);
      video.removeEventListener("pause", wake);
    };
  }, [on, video]);
  return on;
}
