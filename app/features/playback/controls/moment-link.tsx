import type { ReactNode } from "react";
import { useLinkTo } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { Link } from "~/ui/link";

/** The id of the player on the page: links to a moment scroll to it. */
export const playerId = "player";

/** Asks YouTube's player to seek: https://developers.google.com/youtube/iframe_api_reference#seekTo */
function seekEmbedded(frame: HTMLIFrameElement, seconds: number): void {
  const command = { event: "command", func: "seekTo", args: [seconds, true] };
  frame.contentWindow?.postMessage(JSON.stringify(command), new URL(frame.src).origin);
  frame.focus();
}

/**
 * A link to a second of the video. With script the player on the page seeks; otherwise the page opens at that second.
 */
export function MomentLink({
  videoId,
  seconds,
  className,
  children,
}: {
  videoId: string;
  seconds: number;
  className?: string;
  children: ReactNode;
}) {
  const linkTo = useLinkTo();
  return (
    <Link
      {...linkTo(`/watch/${videoId}?t=${seconds}#${playerId}`)}
      className={classNames(
        "font-semibold text-forest-ink tabular-nums underline-offset-4 hover:underline",
        className,
      )}
      onClick={(event) => {
        const player = document.getElementById(playerId);
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        if (player instanceof HTMLIFrameElement) {
          event.preventDefault();
          seekEmbedded(player, seconds);
        }
        if (!(player instanceof HTMLVideoElement)) return;
        event.preventDefault();
        player.currentTime = seconds;
        player.focus();
        // A browser that requires a click on the player itself leaves the video paused at that second.
        player.play().catch(() => undefined);
      }}
    >
      {children}
    </Link>
  );
}
