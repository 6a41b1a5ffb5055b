/** Notes as pages show them. Without zod, which the script of a lesson's page does not load. */

export const noteMaxLength = 2_000;

/** Of one person. */
export const maxNotes = 2_000;

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
