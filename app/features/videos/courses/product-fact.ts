import type { PageTexts } from "~/i18n/texts";

export function productFact(
  { title, lesson_count }: { title: string; lesson_count: number | null },
  text: PageTexts["text"],
): { label: string; value: string } {
  const label = text(lesson_count === null ? "buyerMails.facts.video" : "buyerMails.facts.course");
  return { label, value: title };
}
