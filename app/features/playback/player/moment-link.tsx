import { Fragment, type ReactNode } from "react";
import { type Chapter, splitAtTimestamps } from "~/features/videos/lesson-files/chapters";
import { clockMoment } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";

export const playerId = "player";

/** https://developers.google.com/youtube/iframe_api_reference#seekTo */
function seekEmbedded(frame: HTMLIFrameElement, seconds: number): void {
  const command = { event: "command", func: "seekTo", args: [seconds, true] };
  frame.contentWindow?.postMessage(JSON.stringify(command), new URL(frame.src).origin);
  frame.focus();
}

/** With script the player on the page seeks; otherwise the page opens at that second. */
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

interface TextWithMomentsProps {
  videoId: string;
  text: string;
  /** Null while unknown. */
  seconds: number | null;
}

export function TextWithMoments({ videoId, text, seconds: length }: TextWithMomentsProps) {
  return splitAtTimestamps(text, length ?? undefined).map(({ text: part, seconds }, index) => {
    const key = `${index}`;
    if (seconds === undefined) return <Fragment key={key}>{part}</Fragment>;
    return (
      <MomentLink key={key} videoId={videoId} seconds={seconds}>
        {part}
      </MomentLink>
    );
  });
}

export function ChapterList({ videoId, chapters }: { videoId: string; chapters: Chapter[] }) {
  const t = useText();
  return (
    <section aria-labelledby="chapters" className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 id="chapters" className="text-xl">
        {t("player.chapters")}
      </h2>
      <ol className="mt-2 max-w-prose">
        {chapters.map(({ seconds, title }) => (
          <li key={seconds}>
            <MomentLink
              videoId={videoId}
              seconds={seconds}
              className="flex min-h-11 items-center gap-4 [overflow-wrap:anywhere]"
            >
              <span className="w-14 shrink-0 text-right text-ink-soft">{clockMoment(seconds)}</span> {title}
            </MomentLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
