import { nameLanguage, type SpokenLanguage } from "~/features/videos/listing/spoken-language";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";

/** Returns the name of captions in the language of a page: "Português", or "Português (automáticas)". */
export function nameCaptions(
  { language, isGenerated }: { language: SpokenLanguage; isGenerated: boolean },
  locale: Locale,
): string {
  const name = nameLanguage(language, locale);
  return isGenerated ? serverTexts[locale]("creator.captionsGenerated", { language: name }) : name;
}
