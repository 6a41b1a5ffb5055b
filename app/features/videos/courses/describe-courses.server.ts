import { videoPath } from "~/features/videos/listing/video-address";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { formatPrice } from "~/i18n/money";
import type { PageTexts } from "~/i18n/texts";
import type { NamedCourse } from "./course-lessons.queries.server";

/** As texts: no script has to load them. */
export function describeCourses(
  courses: readonly NamedCourse[],
  locale: Locale,
): { path: string; text: string }[] {
  return courses.map((course) => ({
    path: videoPath(course),
    text: serverTexts[locale]("coursePage.partOf", {
      title: course.title,
      count: course.lesson_count,
      price: formatPrice(course.price_cents, course.currency, locale),
    }),
  }));
}

export function productFact(
  { title, lesson_count }: { title: string; lesson_count: number | null },
  text: PageTexts["text"],
): { label: string; value: string } {
  const label = text(lesson_count === null ? "buyerMails.facts.video" : "buyerMails.facts.course");
  return { label, value: title };
}
