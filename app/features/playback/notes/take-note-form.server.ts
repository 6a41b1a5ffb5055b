import { z } from "zod";
import {
  cleanLines,
  fieldMessage,
  hasVisibleCharacter,
  oneLine,
} from "~/features/base/form-fields/typed-text";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { parseTypedSecond } from "~/features/playback/access/parse-position";
import { clockMoment } from "~/features/videos/listing/duration";
import type { Db } from "~/platform/db.server";
import { type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import { type NoteFilters, noteMaxLength, noteSearchLength } from "./note-view";
import { deleteNote, insertNote, updateNote } from "./notes.queries.server";

/** What was written offline arrives at once. */
const noteLimit: LimitRule = { name: "note", tries: 300, seconds: 600 };

const noteForm = z.object({
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

export interface NotedVideo {
  id: string;
  title: string;
  /** In seconds; null while unknown. */
  length: number | null;
  startSeconds: number;
}

type FoundVideo = { ok: true; video: NotedVideo } | { ok: false; status: 403 | 404 };

/** 403 if the viewer may not watch. */
export async function findNotedVideo(
  db: Db,
  viewer: { userId: string },
  rawId: string | undefined,
): Promise<FoundVideo> {
  const videoId = parseId(rawId);
  if (!videoId) return { ok: false, status: 404 };
  const { access, row } = await findWatchAccess(db, viewer, videoId);
  if (!row || row.video_type === "course") return { ok: false, status: 404 };
  if (access !== "owner" && access !== "bought") return { ok: false, status: 403 };
  const { id, title, duration_seconds: length, position_seconds } = row;
  return { ok: true, video: { id, title, length, startSeconds: position_seconds ?? 0 } };
}

type TakenNote =
  | { ok: true; done: "added" | "saved" | "deleted" }
  | { ok: false; error: "unknownIntent" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number }
  /** 404: no longer there; 409: one too many. */
  | { ok: false; error: "invalid"; status: 400 | 404 | 409; problem: FormProblem };

/** `fields`: as typed. */
export async function takeNoteForm(
  { db, clock, rateLimits }: Pick<Services, "db" | "clock" | "rateLimits">,
  { video, fields, userId }: { video: NotedVideo; fields: Record<string, string>; userId: string },
): Promise<TakenNote> {
  const { intent } = fields;
  if (intent !== "add" && intent !== "save" && intent !== "delete")
    return { ok: false, error: "unknownIntent" };
  const limited = await rateLimits.take(noteLimit, userId);
  if (!limited.ok) return { ok: false, error: "tooMany", retryAfterSeconds: limited.retryAfterSeconds };
  const owner = { userId, videoId: video.id };
  const id = parseId(fields.noteId);
  if (intent === "delete") {
    // Deleted twice, or on another device before: the same result.
    if (id) await deleteNote(db, { ...owner, id });
    return { ok: true, done: "deleted" };
  }
  const form = parseFields(noteForm, fields);
  if (!form.ok) return { ok: false, error: "invalid", status: 400, problem: form.problem };
  if (video.length !== null && form.value.second > video.length) {
    const problem = problemWith(fields, { second: "notes.beyondEnd" });
    return {
      ok: false,
      error: "invalid",
      status: 400,
      problem: { ...problem, gaps: { length: clockMoment(video.length) } },
    };
  }
  const note = { ...owner, ...form.value, now: clock() };
  return db.transaction().execute(async (trx) => {
    if (intent === "add") {
      // What was written offline has an id already.
      if (await insertNote(trx, { ...note, id })) return { ok: true, done: "added" };
      return {
        ok: false,
        error: "invalid",
        status: 409,
        problem: problemWith(fields, { form: "notes.full" }),
      };
    }
    if (id && (await updateNote(trx, { ...note, id }))) return { ok: true, done: "saved" };
    return { ok: false, error: "invalid", status: 404, problem: problemWith(fields, { form: "notes.gone" }) };
  });
}

/** Invalid values count as absent. `after`: the note after which a page begins. */
export function readNoteFilters(params: URLSearchParams): NoteFilters & { after: string | undefined } {
  return {
    search: oneLine((params.get("q") ?? "").slice(0, noteSearchLength)),
    productId: parseId(params.get("product") ?? undefined),
    after: parseId(params.get("after") ?? undefined),
  };
}
