import { z } from "zod";
import {
  cleanLines,
  fieldMessage,
  hasVisibleCharacter,
  oneLine,
} from "~/features/base/form-fields/typed-text";
import { parseTypedSecond } from "~/features/playback/access/parse-position";
import { parseId } from "~/platform/forms/record-id";
import type { LimitRule } from "~/platform/try-counter.server";
import { type NoteFilters, noteMaxLength, noteSearchLength } from "./note-view";

export const maxNotes = 2_000;

/** What was written offline arrives at once. */
export const noteLimit: LimitRule = { name: "note", tries: 300, seconds: 600 };

export const noteForm = z.object({
  text: z
    .string(fieldMessage("notes.needed"))
    .overwrite(cleanLines)
    .max(noteMaxLength, fieldMessage("notes.tooLong"))
    .refine(hasVisibleCharacter, fieldMessage("notes.needed")),
  second: z
    .string()
    .default("")
    .transform((raw, context) => {
      const second = parseTypedSecond(raw);
      if (typeof second === "number") return second;
      context.addIssue({ code: "custom", message: fieldMessage("notes.secondInvalid") });
      return z.NEVER;
    }),
});

/** Invalid values count as absent. `after`: the note after which a page begins. */
export function readNoteFilters(params: URLSearchParams): NoteFilters & { after: string | undefined } {
  return {
    search: oneLine((params.get("q") ?? "").slice(0, noteSearchLength)),
    productId: parseId(params.get("product") ?? undefined),
    after: parseId(params.get("after") ?? undefined),
  };
}
