import {
  planThumbnailUrl,
  readThumbnail,
  removeThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "~/features/thumbnails/thumbnail.server";
import { thumbnailMaxBytes } from "~/features/uploads/upload-limits";
import type { MessageKey } from "~/i18n/message-key";
import { StorageError } from "~/integrations/storage/storage-error";
import { type FieldErrors, type FormProblem, parseFields, problemWith } from "~/platform/forms.server";
import { readMultipart } from "~/platform/multipart.server";
import type { Services } from "~/platform/services";
import { type EditForm, editForm } from "./edit-form";
import { lockEditableVideo, type OwnVideo, updateVideoDetails } from "./edit-video.queries.server";

type Needs = Pick<Services, "db" | "storage" | "clock" | "log">;

/** A step that failed for no fault of the form's, and why, as far as it helps the creator. */
export interface EditFailure {
  step: MessageKey;
  reason: MessageKey;
}

export type Edited =
  | { ok: true }
  | { ok: false; error: "notFound" }
  | { ok: false; error: "invalid"; problem: FormProblem }
  | { ok: false; error: "failed"; failure: EditFailure; problem: FormProblem };

/**
 * Changes title, description, price and, where a new one was chosen, the thumbnail of one of a creator's own videos in
 * the shop. A new thumbnail is stored first, then noted, and only then the old one goes: whatever fails in between, the
 * record names a picture that is there. Sales made or begun keep the price they were begun with.
 * Takes the creator, the video and the streamed form. Throws BrokenForm when the sender breaks off.
 */
export async function editVideo(services: Needs, own: OwnVideo, request: Request): Promise<Edited> {
  const { fields, thumbnail, errors } = await readEditForm(request);
  const form = parseFields(editForm, fields);
  if (!form.ok || errors.thumbnail) {
    const all = { ...(form.ok ? {} : form.problem.errors), ...errors };
    return { ok: false, error: "invalid", problem: problemWith(fields, all) };
  }
  const saved = await save(services, own, form.value, thumbnail);
  if (saved === "done") return { ok: true };
  if (saved === "notFound") return { ok: false, error: "notFound" };
  return { ok: false, error: "failed", failure: saved, problem: problemWith(fields, {}) };
}

async function readEditForm(request: Request) {
  const errors: FieldErrors = {};
  const chosen: { thumbnail?: Thumbnail } = {};
  const fields = await readMultipart(request, {
    fileMaxBytes: thumbnailMaxBytes,
    maxFiles: 1,
    onFile: async ({ field, body, fileName }) => {
      if (field !== "thumbnail") return;
      const read = await readThumbnail(body, fileName);
      if (read.ok) chosen.thumbnail = read.thumbnail;
      // An input left empty sends an empty file: the picture stays.
      else if (read.error !== "videos.thumbnailMissing") errors.thumbnail = read.error;
    },
  });
  return { fields, errors, thumbnail: chosen.thumbnail };
}

async function save(
  services: Needs,
  own: OwnVideo,
  form: EditForm,
  thumbnail: Thumbnail | undefined,
): Promise<"done" | "notFound" | EditFailure> {
  const { storage, clock, log } = services;
  const thumbnailUrl = thumbnail && planThumbnailUrl(own.creatorId, thumbnail, clock());
  try {
    if (thumbnail && thumbnailUrl) await storeThumbnail(storage, thumbnailUrl, thumbnail);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.error({ err: error, videoId: own.videoId }, "a new thumbnail could not be stored");
    await dropUnlessNoted(services, own, thumbnailUrl);
    const reason = error.reason === "full" ? "videos.reasonFull" : "videos.reasonUnavailable";
    return { step: "videos.uploadThumbnailFailed", reason };
  }
  try {
    const replaced = await note(services, own, form, thumbnailUrl);
    if (replaced === "notFound") await dropUnlessNoted(services, own, thumbnailUrl);
    else if (thumbnailUrl) await dropReplaced(services, own, replaced);
    return replaced === "notFound" ? "notFound" : "done";
  } catch (error) {
    log.error({ err: error, videoId: own.videoId }, "a video's changes could not be saved");
    await dropUnlessNoted(services, own, thumbnailUrl);
    return { step: "videos.uploadSaveFailed", reason: "creator.reasonDatabase" };
  }
}

/** Writes the changes. Gives the address of the thumbnail there was: two edits at once each learn of a different one. */
async function note(
  { db }: Needs,
  own: OwnVideo,
  form: EditForm,
  thumbnailUrl: string | undefined,
): Promise<string | null | "notFound"> {
  return db.transaction().execute(async (trx) => {
    const before = await lockEditableVideo(trx, own);
    if (!before) return "notFound";
    const { title, description, price } = form;
    await updateVideoDetails(trx, own, { title, description, priceCents: price, thumbnailUrl });
    return before.thumbnail_url;
  });
}

async function dropReplaced({ storage, log }: Needs, own: OwnVideo, url: string | null): Promise<void> {
  await removeThumbnail(storage, url).catch((error: unknown) =>
    log.warn({ err: error, videoId: own.videoId, url }, "a replaced thumbnail stayed behind"),
  );
}

/**
 * Removes a new thumbnail whose edit failed, unless the record names it after all: the database's answer may have been
 * lost after the change was made. The lock waits for a change still under way.
 */
async function dropUnlessNoted(services: Needs, own: OwnVideo, url: string | undefined): Promise<void> {
  if (!url) return;
  const { db, storage, log } = services;
  try {
    const video = await db.transaction().execute((trx) => lockEditableVideo(trx, own));
    if (video?.thumbnail_url !== url) await removeThumbnail(storage, url);
  } catch (error) {
    log.warn({ err: error, videoId: own.videoId, url }, "a new thumbnail that is not used stayed behind");
  }
}
