import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup({
  pt: () => import("~/i18n/locales/pt/watching/player").then(({ player }) => ({ player })),
  en: () => import("~/i18n/locales/en/watching/player").then(({ player }) => ({ player })),
});

/** Adds the texts of the watch page, which no page that sells loads. */
export function PlayerTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
