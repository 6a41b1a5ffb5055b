import type { ReactNode } from "react";
import { privacy as privacyEn } from "~/i18n/locales/en/privacy";
import { privacy as privacyPt } from "~/i18n/locales/pt/privacy";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = { pt: { privacy: privacyPt }, en: { privacy: privacyEn } };

/** Loads the texts of the pages about one's own data, in both languages because these pages are rarely visited. */
export function PrivacyTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
