import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup(import.meta.glob("~/i18n/locales/*/giving/gifts.ts"));

/** Adds the texts about giving. */
export function GiftTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
