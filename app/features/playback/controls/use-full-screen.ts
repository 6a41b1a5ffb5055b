import { useEffect, useState } from "react";
import { frameAttribute } from "./player-frame";

/** After so long without a pointer or key, the controls leave a video in full screen alone, in milliseconds. */
const idleMs = 3_000;

/**
 * Returns whether a player's frame is in full screen. There its controls hide while the video plays and nobody moves
 * the pointer or presses a key (`data-idle` on the frame).
 */
export function useFullScreen(video: HTMLVideoElement): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const change = () => setOn(document.fullscreenElement?.contains(video) === true);
    change();
    document.addEventListener("fullscreenchange", change);
    return () => document.removeEventListener("fullscreenchange", change);
  }, [video]);

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
