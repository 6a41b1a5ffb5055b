import type { ReactNode } from "react";
import { security as securityEn } from "~/i18n/locales/en/security";
import { security as securityPt } from "~/i18n/locales/pt/security";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = { pt: { security: securityPt }, en: { security: securityEn } };

/** Loads the texts of the account's security pages, in both languages because these pages are rarely visited. */
export function SecurityTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
