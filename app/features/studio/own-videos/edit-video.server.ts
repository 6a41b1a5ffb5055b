import { z } from "zod";
import { trailerMaxBytes } from "~/features/base/files/accepted-files";
import type { OwnVideo } from "~/features/studio/uploads/unpublished.queries.server";
import { described, priced } from "~/features/studio/uploads/upload-form";
import { parseYoutubeId } from "~/features/videos/listing/youtube-link";
import { planPreviewKey } from "~/features/videos/media/make-preview.server";
import {
  decideEditedPreview,
  planPreview,
  type StoredTrailer,
} from "~/features/videos/media/preview-columns";
import { previewFields } from "~/features/videos/media/preview-fields";
import { changePreview } from "~/features/videos/media/previews.queries.server";
import { discardTrailer, storeTrailer } from "~/features/videos/media/store-trailer.server";
import { readThumbnailOrCover } from "~/features/videos/pictures/draw-cover.server";
import {
  planThumbnailUrl,
  removeThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import { StorageError } from "~/integrations/storage/storage";
import type { Db } from "~/platform/db.server";
import {
  type FieldErrors,
  type FormProblem,
  joinProblems,
  parseFields,
  problemWith,
} from "~/platform/forms/forms.server";
import { readMultipart } from "~/platform/forms/multipart.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { isAccountErased, isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import {
  findEditableVideo,
  lockEditableVideo,
  setSoldAlone,
  updateVideoDetails,
} from "./edit-video.queries.server";

export const editForm = priced(
  z.object({
    ...described,
    ...previewFields,
    removeTrailer: z.string().optional(),
    /** How a lesson of a course is sold; other values and none keep it as it is. */
    selling: z.enum(["alone", "inCourses"]).optional().catch(undefined),
  }),
);

export type EditForm = z.output<typeof editForm>;

type Needs = Pick<Services, "db" | "storage" | "converter" | "clock" | "log">;

/** A failure that is not the form's fault. */
export interface EditFailure {
  step: MessageKey;
  reason: MessageKey;
}

type Edited =
  | { ok: true; description: string }
  | { ok: false; error: "notFound" }
  | { ok: false; error: "invalid"; problem: FormProblem }
  | { ok: false; error: "failed"; failure: EditFailure; problem: FormProblem };

/**
 * The new thumbnail is stored, then recorded, then the old one is removed, so that the record always names an
 * existing picture. Existing sales keep their price. Throws BrokenForm when the request is interrupted.
 */
export async function editVideo(services: Needs, ownVideo: OwnVideo, request: Request): Promise<Edited> {
  const { fields, thumbnail, trailer, errors } = await readVideoForm(services, ownVideo, request);
  const form = parseFields(editForm, fields);
  if (form.ok && form.value.trailerUrl) {
    const video = await findEditableVideo(services.db, ownVideo);
    if (video?.youtube_url && parseYoutubeId(video.youtube_url) === form.value.trailerUrl)
      errors.trailerUrl = "previews.trailerSame";
  }
  if (!form.ok || Object.keys(errors).length > 0) {
    await discardTrailer(services, trailer);
    return { ok: false, error: "invalid", problem: joinProblems(form, fields, errors) };
  }
  const saved = await save(services, ownVideo, { form: form.value, thumbnail, trailer });
  if (saved === "done") return { ok: true, description: form.value.description };
  await discardTrailer(services, trailer);
  if (saved === "notFound") return { ok: false, error: "notFound" };
  return { ok: false, error: "failed", failure: saved, problem: problemWith(fields, {}) };
}

export async function readVideoForm(services: Needs, { creatorId }: OwnVideo, request: Request) {
  const errors: FieldErrors = {};
  const chosen: { thumbnail?: Thumbnail; trailer?: StoredTrailer } = {};
  const fields = await readMultipart(request, {
    fileMaxBytes: trailerMaxBytes,
    maxFiles: 2,
    onFile: async ({ field, body, fileName }, fieldsSoFar) => {
      if (field === "trailer" && !chosen.trailer) {
        const stored = await storeTrailer(services, creatorId, body, request.signal).catch(notStored);
        if (stored?.ok) chosen.trailer = stored.trailer;
        else if (stored) errors.trailer = stored.error;
      }
      if (field !== "thumbnail") return;
      const read = await readThumbnailOrCover(body, fileName, fieldsSoFar);
      if (read.ok) chosen.thumbnail = read.thumbnail;
      // An empty file input submits an empty file: the picture stays.
      else if (read.error !== "videos.thumbnailMissing") errors.thumbnail = read.error;
    },
  });
  return { fields, errors, ...chosen };
}

function notStored(error: unknown) {
  if (error instanceof StorageError) return { ok: false, error: "previews.trailerNotStored" } as const;
  throw error;
}

interface Edit {
  form: EditForm;
  thumbnail?: Thumbnail | undefined;
  trailer?: StoredTrailer | undefined;
}

async function save(
  services: Needs,
  ownVideo: OwnVideo,
  { form, thumbnail, trailer }: Edit,
): Promise<"done" | "notFound" | EditFailure> {
  const { storage, clock, log } = services;
  const thumbnailUrl = thumbnail && planThumbnailUrl(ownVideo.creatorId, thumbnail, clock());
  try {
    if (thumbnail && thumbnailUrl) await storeThumbnail(storage, thumbnailUrl, thumbnail);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.error({ err: error, videoId: ownVideo.videoId }, "a new thumbnail could not be stored");
    await dropUnlessNoted(services, ownVideo, thumbnailUrl);
    const reason = error.reason === "full" ? "videos.reasonFull" : "videos.reasonUnavailable";
    return { step: "videos.uploadThumbnailFailed", reason };
  }
  try {
    const replaced = await note(services, ownVideo, { form, trailer, thumbnailUrl });
    if (replaced === "notFound") await dropUnlessNoted(services, ownVideo, thumbnailUrl);
    else if (thumbnailUrl) await dropReplaced(services, ownVideo, replaced);
    return replaced === "notFound" ? "notFound" : "done";
  } catch (error) {
    log.error({ err: error, videoId: ownVideo.videoId }, "a video's changes could not be saved");
    await dropUnlessNoted(services, ownVideo, thumbnailUrl);
    if (isAccountErased(error)) {
      await discardTrailer(services, trailer);
      throw error;
    }
    const reason = isOutage(error) ? "creator.reasonDatabase" : "videos.uploadUnknown";
    return { step: "videos.uploadSaveFailed", reason };
  }
}

/** Returns the previous thumbnail's URL, a different one for each of two concurrent edits. */
async function note(
  { db, clock }: Needs,
  ownVideo: OwnVideo,
  { form, trailer, thumbnailUrl }: Omit<Edit, "thumbnail"> & { thumbnailUrl: string | undefined },
): Promise<string | null | "notFound"> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const before = await lockEditableVideo(trx, ownVideo);
    if (!before) return "notFound";
    const { title, description, price, topic, outcomes, removeTrailer, selling, ...others } = form;
    const { spokenLanguage, ...preview } = others;
    const isNew =
      title !== before.title ||
      description !== before.description ||
      (outcomes !== undefined && outcomes.join("\n") !== before.outcomes.join("\n"));
    await updateVideoDetails(trx, ownVideo, {
      title,
      description,
      priceCents: price,
      topicSlug: topic,
      spokenLanguage,
      ...(thumbnailUrl ? { thumbnailUrl } : {}),
      ...(outcomes ? { outcomes } : {}),
      ...(isNew ? { contentUpdatedAt: now } : {}),
    });
    if (selling) await sellAlone(trx, { ...ownVideo, soldAlone: selling === "alone" });
    if (price < before.price_cents) await queuePriceFall(trx, ownVideo.videoId);
    const wish = decideEditedPreview(before, { ...preview, removeTrailer: !!removeTrailer, trailer });
    const key = planPreviewKey(ownVideo.creatorId);
    if (wish) await changePreview(trx, ownVideo.videoId, planPreview(wish, { key, now }));
    return before.thumbnail_url;
  });
}

async function dropReplaced({ storage, log }: Needs, ownVideo: OwnVideo, url: string | null): Promise<void> {
  await removeThumbnail(storage, url).catch((error: unknown) =>
    log.warn({ err: error, videoId: ownVideo.videoId, url }, "a replaced thumbnail stayed behind"),
  );
}

/**
 * Unless the record names it: the database may have committed before the connection failed. The lock waits for a
 * concurrent change.
 */
async function dropUnlessNoted(services: Needs, ownVideo: OwnVideo, url: string | undefined): Promise<void> {
  if (!url) return;
  const { db, storage, log } = services;
  try {
    const video = await db.transaction().execute((trx) => lockEditableVideo(trx, ownVideo));
    if (video?.thumbnail_url !== url) await removeThumbnail(storage, url);
  } catch (error) {
    log.warn(
      { err: error, videoId: ownVideo.videoId, url },
      "a new thumbnail that is not used stayed behind",
    );
  }
}

/** People who saved a video learn of a price that fell while it was sold only in courses. */
export async function sellAlone(trx: Db, choice: OwnVideo & { soldAlone: boolean }): Promise<void> {
  const isChanged = await setSoldAlone(trx, choice);
  if (isChanged && choice.soldAlone) await queuePriceFall(trx, choice.videoId);
}

async function queuePriceFall(trx: Db, videoId: string): Promise<void> {
  await addJob(trx, "tell-price-fall", { videoId }, { key: `price:${videoId}` });
}

/** Formats cents with the decimal mark of the page's language; empty for a free product. */
export function writePrice(cents: number, locale: Locale): string {
  if (cents === 0) return "";
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}${locale === "pt" ? "," : "."}${digits.slice(-2)}`;
}
