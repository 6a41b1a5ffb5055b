import { z } from "zod";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { parseLanguage } from "./spoken-language";

/**
 * The field of a video's language that the upload and edit forms share: undefined if it was not sent, null if it is
 * empty.
 */
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
