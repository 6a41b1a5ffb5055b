import { z } from "zod";
import { parseId } from "~/features/base/form-fields/record-id";
import {
  cleanLines,
  fieldMessage,
  hasVisibleCharacter,
  oneLine,
} from "~/features/base/form-fields/typed-text";
import { parseTypedSecond } from "~/features/playback/access/parse-position";
import type { LimitRule } from "~/platform/try-counter.server";

export const noteMaxLength = 2_000;

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

export interface NoteView {
  id: string;
  second: number;
  text: string;
}

export interface NotesView {
  videoId: string;
  notes: NoteView[];
  /** All of this video, also those not listed. */
  count: number;
}

export function notesPath(videoId: string): string {
  return `/watch/${videoId}/notes`;
}

export const notesId = "notes";

export const noteFieldId = "note-text";

export const noteSearchLength = 100;

export interface NoteFilters {
  search: string;
  /** A course, or a video that is in none of the person's courses. */
  productId: string | undefined;
}

/** Invalid values count as absent. `after`: the note after which a page begins. */
export function readNoteFilters(params: URLSearchParams): NoteFilters & { after: string | undefined } {
  return {
    search: oneLine((params.get("q") ?? "").slice(0, noteSearchLength)),
    productId: parseId(params.get("product") ?? undefined),
    after: parseId(params.get("after") ?? undefined),
  };
}

export function allNotesPath(
  filters: Partial<NoteFilters>,
  { after, file }: { after?: string; file?: true } = {},
): string {
  const query = new URLSearchParams();
  if (filters.search) query.set("q", filters.search);
  if (filters.productId) query.set("product", filters.productId);
  if (after) query.set("after", after);
  return `/notes${file ? ".md" : ""}${query.size > 0 ? `?${query}` : ""}`;
}
