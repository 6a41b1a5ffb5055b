import { formatPrice } from "~/features/base/money/money";
import { shortDuration } from "~/features/videos/listing/duration";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import type { CoursesView } from "./show-courses.server";

/** A course in its creator's list. */
export function CourseItem({ course }: { course: CoursesView["courses"][number] }) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  const { id, title, lesson_count: count, duration_seconds: seconds, state } = course;
  const facts = [
    count === 1 ? t("courses.lessonOne") : t("courses.lessons", { count: count ?? 0 }),
    seconds === null ? "" : shortDuration(seconds),
    formatPrice(course.price_cents, course.currency, locale),
    state === "draft"
      ? ""
      : t(course.sales_count === 1 ? "courses.soldOne" : "courses.sold", { count: course.sales_count }),
  ];
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 text-xl [overflow-wrap:anywhere]">{title}</h2>
        <Badge tone={state === "onSale" ? "success" : state === "suspended" ? "warn" : "neutral"}>
          {t(`courses.${state}`)}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft tabular-nums">{facts.filter(Boolean).join(", ")}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink
          {...linkTo(`/creator/courses/${id}`)}
          variant="secondary"
          size="small"
          aria-label={t("courses.editOf", { title })}
        >
          {t("courses.edit")}
        </ButtonLink>
        {(
          [
            ["courses.details", `/creator/videos/${id}/edit`],
            ...(state === "onSale" ? [["courses.page", `/courses/${id}`] as const] : []),
            ["courses.delete", `/creator/videos/${id}/delete`],
          ] as const
        ).map(([key, path]) => (
          <ButtonLink
            key={key}
            {...linkTo(path)}
            variant="quiet"
            size="small"
            aria-label={`${t(key)}: ${title}`}
          >
            {t(key)}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}
