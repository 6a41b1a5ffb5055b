import type { ReactNode } from "react";
import { salesPage as en } from "~/i18n/locales/en/sales-page";
import { salesPage as pt } from "~/i18n/locales/pt/sales-page";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = { pt: { salesPage: pt }, en: { salesPage: en } };

/** Brings along the texts of the sales page, in both languages. */
export function SalesPageTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
