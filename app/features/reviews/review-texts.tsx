import type { ReactNode } from "react";
import { creators as creatorsEn } from "~/i18n/locales/en/creators";
import { reviews as reviewsEn } from "~/i18n/locales/en/reviews";
import { creators as creatorsPt } from "~/i18n/locales/pt/creators";
import { reviews as reviewsPt } from "~/i18n/locales/pt/reviews";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = {
  pt: { reviews: reviewsPt, creators: creatorsPt },
  en: { reviews: reviewsEn, creators: creatorsEn },
};

/** Brings the texts of reviews and of creators' public profiles, in both languages, to the pages that show them. */
export function ReviewTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
