import type { ReactNode } from "react";
import { accountPage as accountPageEn } from "~/i18n/locales/en/entrance/account-page";
import { accountPage as accountPagePt } from "~/i18n/locales/pt/entrance/account-page";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = { pt: { accountPage: accountPagePt }, en: { accountPage: accountPageEn } };

/** Adds the texts of the account page, in both languages because it is rarely visited. */
export function AccountPageTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
