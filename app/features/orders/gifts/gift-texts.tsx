import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup({
  pt: () => import("~/i18n/locales/pt/giving/gifts").then(({ gifts }) => ({ gifts })),
  en: () => import("~/i18n/locales/en/giving/gifts").then(({ gifts }) => ({ gifts })),
});

/** Adds the texts about giving. */
export function GiftTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
