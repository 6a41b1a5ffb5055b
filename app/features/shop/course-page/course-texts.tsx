import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup({
  pt: () => import("~/i18n/locales/pt/selling/course-page").then(({ coursePage }) => ({ coursePage })),
  en: () => import("~/i18n/locales/en/selling/course-page").then(({ coursePage }) => ({ coursePage })),
});

/** Adds the texts of courses' pages, which the pages of single videos do not load. */
export function CourseTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
