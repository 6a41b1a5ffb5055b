import { z } from "zod";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { spokenLanguages } from "./spoken-language";

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
