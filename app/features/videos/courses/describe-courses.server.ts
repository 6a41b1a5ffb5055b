import { videoPath } from "~/features/videos/listing/video-address";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { formatPrice } from "~/i18n/money";
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
