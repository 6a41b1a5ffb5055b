import { z } from "zod";
import { fieldMessage } from "~/features/fields/typed-text";
import type { Locale } from "~/i18n/languages";

/** The languages that a creator can choose, by ISO 639-1. The check of `videos.spoken_language` lists the same. */
export const spokenLanguages = ["pt", "en", "es", "fr", "it", "de", "ja"] as const;

export type SpokenLanguage = (typeof spokenLanguages)[number];

/** Returns a language's name in the language of a page, with a capital letter: "Inglês". */
export function nameLanguage(language: SpokenLanguage, locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Returns the choices of the creator's form, in Portuguese. */
export function listSpokenLanguages(): { value: string; label: string }[] {
  return spokenLanguages.map((value) => ({ value, label: nameLanguage(value, "pt") }));
}

/** A choice from a list: undefined where the field was not sent, null where it is empty. */
function choiceField<Value>(parse: (typed: string) => Value | undefined) {
  return z
    .string()
    .transform((typed, context) => {
      if (typed === "") return null;
      const value = parse(typed);
      if (value !== undefined) return value;
      context.issues.push({ code: "custom", input: typed, message: fieldMessage("videos.choiceUnknown") });
      return z.NEVER;
    })
    .optional();
}

/** The fields about a video's language that the upload and edit forms share. */
export const languageFields = {
  spokenLanguage: choiceField((typed) => spokenLanguages.find((language) => language === typed)),
  captions: choiceField((typed) => (typed === "yes" ? true : typed === "no" ? false : undefined)),
};

/** Returns what the field for captions holds for a stored value. */
export function writeCaptions(captions: boolean | null): string {
  if (captions === null) return "";
  return captions ? "yes" : "no";
}
