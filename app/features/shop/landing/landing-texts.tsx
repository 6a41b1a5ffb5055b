import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup({
  pt: () => import("~/i18n/locales/pt/landing").then(({ landing }) => ({ landing })),
  en: () => import("~/i18n/locales/en/landing").then(({ landing }) => ({ landing })),
});

/** Adds the texts of the landing page, so that no other page loads them. */
export function LandingTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
