import { z } from "zod";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import type { Locale } from "~/i18n/languages";

/**
 * ISO 639-1, also of captions, so that those in a video's own language are recognised. The checks of
 * `videos.spoken_language`, `video_captions` and `caption_orders` list the same.
 */
export const spokenLanguages = ["pt", "en", "es", "fr", "it", "de", "ja"] as const;

export type SpokenLanguage = (typeof spokenLanguages)[number];

export function parseLanguage(text: string): SpokenLanguage | undefined {
  return spokenLanguages.find((language) => language === text);
}

/** As within a sentence: "inglês", "Portuguese". */
export function languageName(language: SpokenLanguage, locale: Locale): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language;
}

/** With a capital letter: "Inglês". */
export function nameLanguage(language: SpokenLanguage, locale: Locale): string {
  const name = languageName(language, locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

export function listSpokenLanguages(locale: Locale): { value: string; label: string }[] {
  return spokenLanguages.map((value) => ({ value, label: nameLanguage(value, locale) }));
}

/** Undefined if it was not sent, null if it is empty. */
export const languageFields = {
  spokenLanguage: z
    .string()
    .transform((typed, context) => {
      if (typed === "") return null;
      const value = parseLanguage(typed);
      if (value !== undefined) return value;
      context.issues.push({ code: "custom", input: typed, message: fieldMessage("videos.choiceUnknown") });
      return z.NEVER;
    })
    .optional(),
};
