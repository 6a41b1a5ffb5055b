import { type RefObject, useEffect } from "react";
import { decidePosition, positionEveryMs } from "./watch-position";

/**
 * Sends the player's position every ten seconds while it plays, and when it pauses, ends or is left. Uses a beacon,
 * which outlives the page and carries its origin. A player that was never started sends nothing.
 */
export function useRememberedPosition(player: RefObject<HTMLVideoElement>, path: string): void {
  useEffect(() => {
    const video = player.current;
    if (!video) return;
    let sent: number | undefined;
    let sentAt = 0;
    let started = false;

    const send = () => {
      // While a link is replaced, the player reports 0.
      if (!started || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
      const seconds = decidePosition(video.currentTime, video.duration);
      sentAt = Date.now();
      if (seconds === sent) return;
      sent = seconds;
      navigator.sendBeacon(path, new URLSearchParams({ seconds: String(seconds) }));
    };
    const start = () => {
      started = true;
    };
    const tick = () => {
      if (Date.now() - sentAt >= positionEveryMs) send();
    };
    const hide = () => {
      if (document.visibilityState === "hidden") send();
    };
    video.addEventListener("play", start);
    video.addEventListener("timeupdate", tick);
    video.addEventListener("pause", send);
    video.addEventListener("ended", send);
    window.addEventListener("pagehide", send);
    document.addEventListener("visibilitychange", hide);
    return () => {
      video.removeEventListener("play", start);
      video.removeEventListener("timeupdate", tick);
      video.removeEventListener("pause", send);
      video.removeEventListener("ended", send);
      window.removeEventListener("pagehide", send);
      document.removeEventListener("visibilitychange", hide);
      send();
    };
  }, [player, path]);
}
