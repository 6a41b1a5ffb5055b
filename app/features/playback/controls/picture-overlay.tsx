import { type ReactNode, useEffect, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { playOrPause } from "./use-player-keys";
import { useOnline, usePlayerState } from "./use-player-state";

/** A player that waits for less than this shows nothing, in milliseconds. */
const shownAfterMs = 700;

interface PictureOverlayProps {
  video: HTMLVideoElement;
  /** What covers the picture once the video is over. */
  end: ReactNode;
}

/** Over the picture: a button before the first play, what a waiting player waits for, and what follows the end. */
export function PictureOverlay({ video, end }: PictureOverlayProps) {
  const t = useText();
  const state = usePlayerState(video);
  const online = useOnline();
  const waits = useLasting(state === "waiting", shownAfterMs);
  if (state === "ended") return end;
  if (state === "before") {
    return (
      <button
        type="button"
        aria-label={t("player.play")}
        onClick={() => playOrPause(video)}
        className="absolute inset-0 m-auto flex size-16 cursor-pointer items-center justify-center rounded-full bg-forest text-on-forest shadow-lifted hover:bg-forest-strong sm:size-20"
      >
        <Icon name="play" className="ml-1 size-7 fill-current sm:size-8" />
      </button>
    );
  }
  return (
    <div role="status" className="pointer-events-none absolute inset-0 flex items-center justify-center p-4">
      {waits && (
        <p className="flex items-center gap-3 rounded-control bg-over-picture px-4 py-3 text-on-picture">
          {online ? <Spinner /> : <Icon name="alert" />}
          <span>
            <strong className="font-semibold">{t(online ? "player.loading" : "player.offline")}</strong>
            {!online && <span className="block text-sm">{t("player.offlineText")}</span>}
          </span>
        </p>
      )}
    </div>
  );
}

/** Returns whether something has been true for a while. */
function useLasting(now: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!now) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [now, ms]);
  return lasts && now;
}
