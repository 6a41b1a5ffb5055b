import type { ReactNode } from "react";
import { pix as pixEn } from "~/i18n/locales/en/pix";
import { purchases as purchasesEn } from "~/i18n/locales/en/purchases";
import { pix as pixPt } from "~/i18n/locales/pt/pix";
import { purchases as purchasesPt } from "~/i18n/locales/pt/purchases";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = {
  pt: { purchases: purchasesPt, pix: pixPt },
  en: { purchases: purchasesEn, pix: pixEn },
};

/** Loads the texts of the purchase pages, in both languages because these pages are rarely visited. */
export function PurchaseTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
