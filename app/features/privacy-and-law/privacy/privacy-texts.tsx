import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup(import.meta.glob("~/i18n/locales/*/privacy.ts"));

/** Adds the texts of the pages about one's own data. */
export function PrivacyTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
