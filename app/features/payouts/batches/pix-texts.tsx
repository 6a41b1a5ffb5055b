import type { ReactNode } from "react";
import { pix as pixEn } from "~/i18n/locales/en/pix";
import { pix as pixPt } from "~/i18n/locales/pt/pix";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = { pt: { pix: pixPt }, en: { pix: pixEn } };

/** Adds the texts of a Pix key's field, in both languages. */
export function PixTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
