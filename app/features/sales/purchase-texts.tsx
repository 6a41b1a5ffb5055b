import type { ReactNode } from "react";
import { purchases as en } from "~/i18n/locales/en/purchases";
import { purchases as pt } from "~/i18n/locales/pt/purchases";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = { pt: { purchases: pt }, en: { purchases: en } };

/** Brings along the texts that only a learner's purchases need, in both languages: the two pages are seldom visited. */
export function PurchaseTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
