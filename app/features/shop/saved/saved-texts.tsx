import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup({
  pt: () => import("~/i18n/locales/pt/watching/saved").then(({ saved }) => ({ saved })),
  en: () => import("~/i18n/locales/en/watching/saved").then(({ saved }) => ({ saved })),
});

/** Adds the texts of the saved videos. */
export function SavedTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
