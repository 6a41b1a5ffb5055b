import { averageRating, formatCount, formatRating, RatingMark } from "~/features/videos/pictures/rating-mark";
import { useLocale, useText } from "~/i18n/use-locale";
import { Star } from "~/ui/rating";
import type { PublicProfile } from "./profile-rules";

type Figures = Pick<PublicProfile, "review_count" | "rating_total" | "student_count" | "video_count">;

/** Omits a figure of 0. */
export function CreatorFigures({ figures }: { figures: Figures }) {
  const t = useText();
  const locale = useLocale();
  const average = averageRating(figures);
  const counts = [
    { label: t("creators.students"), count: figures.student_count },
    { label: t("creators.videos"), count: figures.video_count },
  ].filter(({ count }) => count > 0);
  if (average === undefined && counts.length === 0) return null;
  return (
    <dl className="inline-flex max-w-full flex-wrap divide-x divide-line rounded-panel border border-line bg-surface text-center">
      {average !== undefined && (
        <div className="px-6 py-4 sm:px-8">
          <dt className="text-sm text-ink-soft">{t("creators.rating")}</dt>
          <dd className="mt-1 flex items-center justify-center gap-1.5 font-display text-2xl font-extrabold tabular-nums">
            <Star className="size-5" />
            {formatRating(average, locale)}
          </dd>
        </div>
      )}
      {counts.map(({ label, count }) => (
        <div key={label} className="px-6 py-4 sm:px-8">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="mt-1 font-display text-2xl font-extrabold tabular-nums">
            {formatCount(count, locale)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function CreatorFiguresLine({ figures, className }: { figures: Figures; className?: string }) {
  const t = useText();
  const locale = useLocale();
  const { student_count, video_count } = figures;
  const number = (count: number) => ({ number: formatCount(count, locale) });
  return (
    <p className={`flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink ${className ?? ""}`}>
      <RatingMark figures={figures} />
      {student_count > 0 && (
        <span>
          {t(student_count === 1 ? "creators.oneStudent" : "creators.studentsOf", number(student_count))}
        </span>
      )}
      {video_count > 0 && (
        <span>{t(video_count === 1 ? "creators.oneVideo" : "creators.videosOf", number(video_count))}</span>
      )}
    </p>
  );
}
