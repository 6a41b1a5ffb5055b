import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup(import.meta.glob("~/i18n/locales/*/watching/saved.ts"));

/** Adds the texts of the saved videos. */
export function SavedTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
