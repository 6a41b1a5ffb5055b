import { listRates, readChoices } from "./player-choices";

export type PlayerCommand =
  | { do: "playOrPause" | "mute" | "fullScreen" | "pictureInPicture" }
  /** `language`: empty for none; without it, captions are turned on or off. */
  | { do: "captions"; language?: string }
  | { do: "skip"; seconds: number }
  /** `share`: of the whole length. */
  | { do: "seek"; seconds: number }
  | { do: "seek"; share: number }
  | { do: "setRate"; rate: number }
  | { do: "faster" | "slower" }
  /** From 0 to 1. */
  | { do: "setVolume"; volume: number };

interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export type FocusedPart = "player" | "field" | "button" | "page";

const letters: ReadonlyMap<string, PlayerCommand> = new Map([
  ["k", { do: "playOrPause" }],
  ["j", { do: "skip", seconds: -10 }],
  ["l", { do: "skip", seconds: 10 }],
  ["f", { do: "fullScreen" }],
  ["c", { do: "captions" }],
  ["m", { do: "mute" }],
  [">", { do: "faster" }],
  ["<", { do: "slower" }],
]);

/**
 * Undefined if the key is not for the player. Fields keep every key, buttons and links the space bar; the focused
 * player keeps the space bar and arrows for the browser's own controls.
 */
export function decidePlayerCommand(pressed: PressedKey, focused: FocusedPart): PlayerCommand | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || focused === "field") return undefined;
  const key = pressed.key.toLowerCase();
  if (/^\d$/.test(key)) return { do: "seek", share: Number(key) / 10 };
  if (key === " ") return focused === "page" ? { do: "playOrPause" } : undefined;
  if (key === "arrowleft" || key === "arrowright") {
    return focused === "player" ? undefined : { do: "skip", seconds: key === "arrowleft" ? -5 : 5 };
  }
  return letters.get(key);
}

export function runCommand(video: HTMLVideoElement, command: PlayerCommand): void {
  switch (command.do) {
    case "playOrPause":
      // A browser that requires a click on the player itself leaves it paused.
      if (video.paused) video.play().catch(() => undefined);
      else video.pause();
      break;
    case "skip": {
      const end = Number.isFinite(video.duration) ? video.duration : Infinity;
      video.currentTime = Math.max(0, Math.min(end, video.currentTime + command.seconds));
      break;
    }
    case "seek":
      if ("seconds" in command) video.currentTime = command.seconds;
      else if (Number.isFinite(video.duration)) video.currentTime = video.duration * command.share;
      break;
    case "setRate":
      video.playbackRate = command.rate;
      break;
    case "faster":
    case "slower": {
      const now = video.playbackRate;
      const known = listRates();
      const next =
        command.do === "faster" ? known.find((rate) => rate > now) : known.findLast((rate) => rate < now);
      if (next) video.playbackRate = next;
      break;
    }
    case "setVolume":
      video.volume = command.volume;
      video.muted = command.volume === 0;
      break;
    case "mute":
      video.muted = !video.muted;
      break;
    case "fullScreen":
      toggleFullScreen(video);
      break;
    case "pictureInPicture": {
      const change = document.pictureInPictureElement
        ? document.exitPictureInPicture()
        : video.requestPictureInPicture();
      // Refused before the video is loaded.
      change.catch(() => undefined);
      break;
    }
    case "captions":
      showCaptions(video, command.language ?? otherCaptions(video));
  }
}

/** The language that turns captions on, the last chosen one; empty to turn them off. */
function otherCaptions(video: HTMLVideoElement): string {
  const tracks = listCaptionTracks(video);
  if (tracks.some(({ mode }) => mode === "showing")) return "";
  const last = tracks.find(({ language }) => language === readChoices().captions) ?? tracks[0];
  return last?.language ?? "";
}

/** Without tracks of other kinds. */
export function listCaptionTracks(video: HTMLVideoElement): TextTrack[] {
  return [...video.textTracks].filter(({ kind }) => kind === "captions" || kind === "subtitles");
}

/** An empty language shows none. Other tracks stay loaded. */
export function showCaptions(video: HTMLVideoElement, language: string): void {
  for (const track of listCaptionTracks(video)) {
    if (track.language === language) track.mode = "showing";
    else if (track.mode === "showing") track.mode = "hidden";
  }
}

export const qualityEvent = "qualitychosen";

/** Full screen shows a player and its controls. */
export const frameAttribute = "data-player-frame";

/** In full screen it fills what the controls leave. */
export const pictureLook = "relative rounded-[inherit] full:min-h-0 full:flex-1";

type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** The page in full screen, so that it outlasts the change to the next lesson; on an iPhone the video alone. */
function toggleFullScreen(video: HTMLVideoElement): void {
  if (document.fullscreenElement) {
    void document.exitFullscreen();
    return;
  }
  if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(() => undefined);
  else (video as AppleVideo).webkitEnterFullscreen?.();
}

export function hasFullScreen(video: HTMLVideoElement): boolean {
  return document.fullscreenEnabled || "webkitEnterFullscreen" in video;
}
