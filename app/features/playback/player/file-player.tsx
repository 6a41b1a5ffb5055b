import { type ReactNode, useRef, useState } from "react";
import { playerId } from "~/features/playback/controls/moment-link";
import { pictureLook } from "~/features/playback/controls/player-frame";
import type { CaptionTrack } from "~/features/videos/captions/caption-languages";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { CaptionTracks } from "./caption-tracks";
import { startingAt } from "./link-renewal";
import { useFreshLink } from "./use-fresh-link";
import { useLadderSource } from "./use-ladder-source";

interface FilePlayerProps {
  videoId: string;
  src: string;
  /** Lifetime of the link in seconds; null if it does not expire. */
  secondsLeft: number | null;
  hasLadder: boolean;
  startSeconds: number;
  title: string;
  captions: readonly CaptionTrack[];
  poster: string | null;
  className: string;
  savesData: boolean;
  /** What lies over the picture. */
  over: ReactNode;
}

/**
 * The browser's own player, starting where the viewer stopped. With script it reports the position and renews its
 * link. Needs a new `key` for another video.
 */
export function FilePlayer({
  videoId,
  title,
  captions,
  poster,
  className,
  savesData,
  over,
  ...link
}: FilePlayerProps) {
  const t = useText();
  const player = useRef<HTMLVideoElement>(null);
  // Loaders run again and return new links: a playing video keeps its own.
  const [src] = useState(() => startingAt(link.src, link.startSeconds));
  const replace = useLadderSource(player, { videoId, hasLadder: link.hasLadder, savesData });
  const { failed } = useFreshLink(player, {
    path: `/watch/${videoId}/link`,
    secondsLeft: link.secondsLeft,
    replace,
  });
  return (
    <>
      <div className={pictureLook}>
        {/* biome-ignore lint/a11y/useMediaCaption: only if the creator has added captions */}
        <video
          ref={player}
          id={playerId}
          src={src}
          poster={poster ?? undefined}
          controls
          playsInline
          preload={savesData ? "none" : "metadata"}
          aria-label={t("player.label", { title })}
          className={className}
        >
          <CaptionTracks videoId={videoId} captions={captions} />
          {t("player.loadFailed")}
        </video>
        {over}
      </div>
      {failed && (
        <Notice tone="danger" role="alert" className="m-4" title={t("player.loadFailed")}>
          {link.secondsLeft !== null && t("player.linkFailed")}
        </Notice>
      )}
    </>
  );
}
