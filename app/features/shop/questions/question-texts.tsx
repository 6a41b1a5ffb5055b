import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup({
  pt: () => import("~/i18n/locales/pt/watching/questions").then(({ questions }) => ({ questions })),
  en: () => import("~/i18n/locales/en/watching/questions").then(({ questions }) => ({ questions })),
});

/** Adds the texts of questions, which no page that sells loads. */
export function QuestionTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
