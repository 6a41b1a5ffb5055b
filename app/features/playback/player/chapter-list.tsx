import { MomentLink } from "~/features/playback/controls/moment-link";
import type { Chapter } from "~/features/videos/chapters/chapters";
import { clockMoment } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";

/** The chapters of the video under its player, as links. */
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
