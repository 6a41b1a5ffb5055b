import { useRef, useState } from "react";
import { useRememberedPosition } from "~/features/playback/positions/use-remembered-position";
import { startingAt } from "~/features/videos/listing/link-lifetime";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { playerId } from "./moment-link";
import { replaceSource } from "./replace-source";
import { type ReplaceLink, useFreshLink } from "./use-fresh-link";

interface FilePlayerProps {
  videoId: string;
  src: string;
  /** Lifetime of the link in seconds; null if it does not expire. */
  secondsLeft: number | null;
  startSeconds: number;
  title: string;
  poster: string | null;
  className: string;
}

const replaceFile: ReplaceLink = (video, link, at) => replaceSource(video, link.src, at);

/**
 * The browser's own player, starting where the viewer stopped. With script it reports the position and renews its
 * link. Needs a new `key` for another video.
 */
export function FilePlayer({ videoId, title, poster, className, ...link }: FilePlayerProps) {
  const t = useText();
  const player = useRef<HTMLVideoElement>(null);
  // Loaders run again and return new links: a playing video keeps its own.
  const [src] = useState(() => startingAt(link.src, link.startSeconds));
  const { failed } = useFreshLink(player, {
    path: `/watch/${videoId}/link`,
    secondsLeft: link.secondsLeft,
    replace: replaceFile,
  });
  useRememberedPosition(player, `/watch/${videoId}/position`);
  return (
    <>
      <div className="relative">
        {/* biome-ignore lint/a11y/useMediaCaption: creators upload no captions */}
        <video
          ref={player}
          id={playerId}
          src={src}
          poster={poster ?? undefined}
          controls
          playsInline
          preload="metadata"
          aria-label={t("player.label", { title })}
          className={className}
        >
          {t("player.loadFailed")}
        </video>
      </div>
      {failed && (
        <Notice tone="danger" role="alert" className="mt-4" title={t("player.loadFailed")}>
          {link.secondsLeft !== null && t("player.linkFailed")}
        </Notice>
      )}
    </>
  );
}
