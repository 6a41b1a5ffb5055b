import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup(import.meta.glob("~/i18n/locales/*/pix.ts"));

/** Adds the texts of a Pix key's field. */
export function PixTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
