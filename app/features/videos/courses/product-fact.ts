import type { PageTexts } from "~/i18n/texts";

/** Returns the fact of a mail that names its product: a course, which has a number of lessons, or a video. */
export function productFact(
  { title, lesson_count }: { title: string; lesson_count: number | null },
  text: PageTexts["text"],
): { label: string; value: string } {
  const label = text(lesson_count === null ? "buyerMails.facts.video" : "buyerMails.facts.course");
  return { label, value: title };
}
