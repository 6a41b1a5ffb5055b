import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup({
  pt: () => import("~/i18n/locales/pt/watching/library").then(({ library }) => ({ library })),
  en: () => import("~/i18n/locales/en/watching/library").then(({ library }) => ({ library })),
});

/** Adds the texts of the library. */
export function LibraryTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
