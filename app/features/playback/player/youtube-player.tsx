import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FollowPlayer } from "~/features/playback/positions/use-progress";
import { thumbnailSrcSet } from "~/features/videos/thumbnails/thumbnail-sizes";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { Thumbnail } from "~/ui/thumbnail";
import { followYoutube } from "./follow-youtube";
import { playerId } from "./moment-link";
import { youtubeOrigin } from "./youtube-messages";

interface YoutubePlayerProps {
  videoId: string;
  /** The id at YouTube. */
  id: string;
  title: string;
  startSeconds: number;
  poster: string | null;
  /** Whether the address asks to play, as the link does that stands in for the button without script. */
  opened: boolean;
  /** Called with how the player is followed, once it is there. */
  onFollow: (follow: FollowPlayer | undefined) => void;
  className: string;
}

/**
 * A YouTube video behind its cover: nothing is asked of YouTube before a click. Needs a new `key` for another video.
 */
export function YoutubePlayer({
  videoId,
  id,
  title,
  startSeconds,
  poster,
  opened,
  onFollow,
  className,
}: YoutubePlayerProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const [pressed, setPressed] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const isOpen = opened || pressed;

  useEffect(() => {
    if (!isOpen || !frame.current) return;
    onFollow(followYoutube(frame.current));
    return () => onFollow(undefined);
  }, [isOpen, onFollow]);

  if (!isOpen) {
    return (
      <Link
        {...linkTo(`/watch/${videoId}?play=1#${playerId}`)}
        id={playerId}
        className="group relative block rounded-card"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setPressed(true);
        }}
      >
        <Thumbnail
          src={poster}
          srcSet={thumbnailSrcSet(poster)}
          sizes="(min-width: 64rem) 50rem, 100vw"
          alt=""
          eager="first"
          covered
          className="rounded-card"
        />
        <span className="absolute inset-0 m-auto flex size-20 items-center justify-center rounded-full bg-over-picture text-on-picture group-hover:bg-ink">
          <Icon name="play" className="ml-1 size-9 fill-current" />
        </span>
        <span className="absolute inset-x-0 bottom-0 rounded-b-card bg-over-picture px-4 py-2 text-center text-sm font-semibold text-on-picture">
          {t("player.playAtYoutube")}
        </span>
        <span className="sr-only">{title}</span>
      </Link>
    );
  }
  const params = new URLSearchParams({ enablejsapi: "1" });
  if (pressed) params.set("autoplay", "1");
  if (startSeconds > 0) params.set("start", String(startSeconds));
  return (
    <iframe
      ref={frame}
      id={playerId}
      src={`${youtubeOrigin}/embed/${id}?${params}`}
      title={t("player.label", { title })}
      allow="autoplay; picture-in-picture; encrypted-media"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      className={className}
    />
  );
}
