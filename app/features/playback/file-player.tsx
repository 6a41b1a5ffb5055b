import { useRef, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { startingAt } from "./link-renewal";
import { replaceSource } from "./replace-source";
import { type ReplaceLink, useFreshLink } from "./use-fresh-link";
import { useRememberedPosition } from "./use-remembered-position";

interface FilePlayerProps {
  videoId: string;
  src: string;
  /** How long the link plays; null for one that never ends. */
  secondsLeft: number | null;
  startSeconds: number;
  title: string;
  poster: string | null;
  className: string;
}

const replaceFile: ReplaceLink = (video, link, at) => replaceSource(video, link.src, at);

/**
 * The browser's own player, with its keys, speeds and picture-in-picture. It begins where the viewer stopped; with
 * script it says how far it has come and outlives its link. Make it anew for another video (`key`).
 */
export function FilePlayer({ videoId, title, poster, className, ...link }: FilePlayerProps) {
  const t = useText();
  const player = useRef<HTMLVideoElement>(null);
  // The page's loader runs again now and then and has a new link each time: a playing video keeps the one it has.
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
          src={src}
          poster={poster ?? undefined}
          controls
          playsInline
          preload="metadata"
          aria-label={t("watch.player", { title })}
          className={className}
        >
          {t("watch.loadFailed")}
        </video>
      </div>
      {failed && (
        <Notice tone="danger" role="alert" className="mt-4" title={t("watch.loadFailed")}>
          {link.secondsLeft !== null && t("watch.linkFailed")}
        </Notice>
      )}
    </>
  );
}
