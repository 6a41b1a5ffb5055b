import { useEffect } from "react";
import { readChoices } from "./player-choices";
import { toggleFullScreen } from "./player-frame";
import { decidePlayerCommand, type FocusedPart, type PlayerCommand } from "./player-keys";
import { listCaptionTracks, showCaptions } from "./use-player-choices";

/** Lets single keys control a player, unless the person has turned them off. */
export function usePlayerKeys(video: HTMLVideoElement | undefined, on: boolean): void {
  useEffect(() => {
    if (!video || !on) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isInView(video)) return;
      const command = decidePlayerCommand(event, focusedPart(event.target, video));
      if (!command) return;
      event.preventDefault();
      run(video, command);
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

function focusedPart(target: EventTarget | null, video: HTMLVideoElement): FocusedPart {
  // Without the browser's own controls, a focused player has no keys of its own.
  if (target === video) return video.controls ? "player" : "page";
  if (!(target instanceof HTMLElement)) return "page";
  if (
    target.isContentEditable ||
    target.closest("input:not([type=range]), textarea, select, dialog, [role=menu], [role=listbox]")
  )
    return "field";
  return target.closest("a, button, summary, label") ? "button" : "page";
}

/** Plays a paused player, from its beginning once it has ended, and pauses a playing one. */
export function playOrPause(video: HTMLVideoElement): void {
  // A browser that requires a click on the player itself leaves it paused.
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}

/** Seeks by a number of seconds, within the video. */
export function skip(video: HTMLVideoElement, seconds: number): void {
  const end = Number.isFinite(video.duration) ? video.duration : Infinity;
  video.currentTime = Math.max(0, Math.min(end, video.currentTime + seconds));
}

function run(video: HTMLVideoElement, command: PlayerCommand): void {
  switch (command.do) {
    case "playOrPause":
      playOrPause(video);
      break;
    case "skip":
      skip(video, command.seconds);
      break;
    case "seek":
      if (Number.isFinite(video.duration)) video.currentTime = video.duration * command.share;
      break;
    case "mute":
      video.muted = !video.muted;
      break;
    case "fullScreen":
      toggleFullScreen(video);
      break;
    case "captions":
      toggleCaptions(video);
  }
}

function toggleCaptions(video: HTMLVideoElement): void {
  const tracks = listCaptionTracks(video);
  const isShown = tracks.some(({ mode }) => mode === "showing");
  const last = tracks.find(({ language }) => language === readChoices().captions) ?? tracks[0];
  showCaptions(video, isShown ? "" : (last?.language ?? ""));
}
