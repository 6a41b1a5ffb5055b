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

/** Maximum characters of a note. */
export const noteMaxLength = 2_000;

/** Maximum notes of a person. */
export const maxNotes = 2_000;

/** Notes that one account adds, changes or deletes: what was written offline arrives at once. */
export const noteLimit: LimitRule = { name: "note", tries: 300, seconds: 600 };

/** A note and its second of the video. */
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

/** A person's notes of one video, by their moments. */
export interface NotesView {
  videoId: string;
  notes: NoteView[];
  /** How many notes of this video there are. */
  count: number;
}

export function notesPath(videoId: string): string {
  return `/watch/${videoId}/notes`;
}

/** The id of the notes' section on the watch page. */
export const notesId = "notes";

/** The id of the field of a new note. */
export const noteFieldId = "note-text";

/** The longest search taken, in characters. */
export const noteSearchLength = 100;

export interface NoteFilters {
  search: string;
  /** A course, or a video that is in none of the person's courses. */
  productId: string | undefined;
}

/** Parses the filters of `/notes`; invalid values count as absent. `after`: the note after which a page begins. */
export function readNoteFilters(params: URLSearchParams): NoteFilters & { after: string | undefined } {
  return {
    search: oneLine((params.get("q") ?? "").slice(0, noteSearchLength)),
    productId: parseId(params.get("product") ?? undefined),
    after: parseId(params.get("after") ?? undefined),
  };
}

/** Returns the address of the notes with these filters. `file`: of their Markdown file. */
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
