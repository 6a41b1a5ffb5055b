import { finishUpload } from "~/features/studio/uploads/finish-upload.server";
import {
  addPictures,
  drawUsualCover,
  saveUnpublished,
  setTrailer,
} from "~/features/studio/uploads/keep-unpublished.server";
import {
  findUnpublished,
  lockUnpublished,
  type OwnVideo,
  setHeld,
} from "~/features/studio/uploads/unpublished.queries.server";
import { parseYoutubeId } from "~/features/videos/listing/youtube-link";
import { planPreviewKey } from "~/features/videos/media/make-preview.server";
import { decideEditedPreview, planPreview } from "~/features/videos/media/preview-columns";
import { previewUsualSeconds } from "~/features/videos/media/preview-length";
import { changePreview, queuePreview } from "~/features/videos/media/previews.queries.server";
import { publishUpload } from "~/features/videos/media/publish-video.queries.server";
import { StorageError } from "~/integrations/storage/storage";
import { type FormProblem, joinProblems, parseFields, problemWith } from "~/platform/forms/forms.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { isAccountErased, isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { updateVideoDetails } from "./edit-video.queries.server";
import { type EditFailure, type EditForm, editForm, readVideoForm } from "./edit-video.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "converter" | "clock" | "log">;

/** `waiting`: goes on sale by itself once the file is sent, the stream is ready or the store is back. */
type ChangedUnpublished =
  | { ok: true; step: "saved" | "published" }
  | { ok: true; step: "waiting"; for: "file" | "stream" | "store" }
  | { ok: false; error: "notFound" }
  | { ok: false; error: "invalid"; problem: FormProblem }
  | { ok: false; error: "failed"; failure: EditFailure; problem: FormProblem };

/** In milliseconds: the page publishes a complete file at once; after this the queue does it. */
const finishAfterMs = 60_000;

/**
 * By the field `intent`: `save` keeps what is typed, `publish` checks it as for a video on sale (product.md,
 * Validation) and puts it on sale once its file is complete, `undo` takes that back. What is typed is kept also if
 * refused. Throws BrokenForm.
 */
export async function changeUnpublished(
  services: Needs,
  ownVideo: OwnVideo,
  request: Request,
): Promise<ChangedUnpublished> {
  const { fields, thumbnail, trailer, errors } = await readVideoForm(services, ownVideo, request);
  if (fields.intent === "undo") {
    await setHeld(services.db, { ...ownVideo, isHeld: true });
    return { ok: true, step: "saved" };
  }
  try {
    if (trailer && !(await setTrailer(services, ownVideo, trailer))) return { ok: false, error: "notFound" };
    if (thumbnail && !(await addPictures(services, ownVideo, { pictures: [thumbnail], chosen: 0 })))
      return { ok: false, error: "notFound" };
    const saved = await saveUnpublished(
      services,
      ownVideo,
      fields.intent === "publish" ? withoutRevision(fields) : fields,
    );
    if (!saved.ok && saved.error === "gone") return { ok: false, error: "notFound" };
    if (!saved.ok) errors.form = `drafts.${saved.error}`;
    // Who saves again has seen that it was changed elsewhere.
    const values =
      !saved.ok && saved.error === "changed" ? { ...fields, revision: String(saved.revision) } : fields;
    if (Object.keys(errors).length > 0 && fields.intent !== "publish")
      return { ok: false, error: "invalid", problem: problemWith(values, errors) };
    if (fields.intent !== "publish") return { ok: true, step: "saved" };
    const form = parseFields(editForm, fields);
    const video = await findUnpublished(services.db, ownVideo);
    if (!video) return { ok: false, error: "notFound" };
    if (video.video_type === "cloudflare" && !video.bytes) errors.video = "videos.videoMissing";
    if (form.ok && video.youtube_url && parseYoutubeId(video.youtube_url) === form.value.trailerUrl)
      errors.trailerUrl = "previews.trailerSame";
    if (!form.ok || Object.keys(errors).length > 0)
      return { ok: false, error: "invalid", problem: joinProblems(form, fields, errors) };
    if (!video.thumbnail_url) {
      const cover = await drawUsualCover(form.value.title);
      if (cover) await addPictures(services, ownVideo, { pictures: [cover], chosen: 0, isUnasked: true });
    }
    return await publish(services, ownVideo, form.value);
  } catch (error) {
    if (isAccountErased(error) || !(error instanceof StorageError || isOutage(error))) throw error;
    services.log.error({ err: error, videoId: ownVideo.videoId }, "an unpublished video could not be saved");
    const reason = error instanceof StorageError ? "videos.reasonUnavailable" : "creator.reasonDatabase";
    return {
      ok: false,
      error: "failed",
      failure: { step: "videos.uploadSaveFailed", reason },
      problem: problemWith(fields, {}),
    };
  }
}

function withoutRevision({ revision, ...fields }: Record<string, string>): Record<string, string> {
  return fields;
}

async function publish(services: Needs, ownVideo: OwnVideo, form: EditForm): Promise<ChangedUnpublished> {
  const { db, clock } = services;
  const { creatorId, videoId } = ownVideo;
  const now = clock();
  const { title, description, price, topic, spokenLanguage, outcomes, removeTrailer, selling, ...preview } =
    form;
  const released = await db.transaction().execute(async (trx) => {
    const before = await lockUnpublished(trx, ownVideo);
    if (!before) return undefined;
    await updateVideoDetails(trx, ownVideo, {
      title,
      description,
      priceCents: price,
      topicSlug: topic,
      spokenLanguage: spokenLanguage ?? null,
      outcomes: outcomes ?? [],
    });
    const wish = decideEditedPreview(before, {
      ...preview,
      previewSeconds: preview.previewSeconds ?? previewUsualSeconds,
      removeTrailer: !!removeTrailer,
    });
    if (wish) await changePreview(trx, videoId, planPreview(wish, { key: planPreviewKey(creatorId), now }));
    if (before.video_type === "youtube") {
      await publishUpload(trx, { videoId, now });
      await queuePreview(trx, videoId);
      return "published";
    }
    if (!(await setHeld(trx, { ...ownVideo, isHeld: false }))) return undefined;
    const runAt = new Date(now.getTime() + finishAfterMs);
    await addJob(trx, "finish-upload", ownVideo, { key: `finish:${videoId}`, runAt });
    return "released";
  });
  if (!released) return { ok: false, error: "notFound" };
  if (released === "published") return { ok: true, step: "published" };
  // The form is saved: a job repeats what fails from here on.
  const finished = await finishUpload(services, ownVideo).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
    services.log.error({ err: error, videoId }, "a complete upload is published later");
    return undefined;
  });
  if (!finished) return { ok: true, step: "waiting", for: "store" };
  if (finished.ok && (!finished.stream || finished.stream === "ready"))
    return { ok: true, step: "published" };
  if (finished.ok) return { ok: true, step: "waiting", for: "stream" };
  if (finished.error === "unfinished") return { ok: true, step: "waiting", for: "file" };
  const error = finished.error === "refused" ? finished.message : "videos.videoMissing";
  return { ok: false, error: "invalid", problem: problemWith({}, { video: error }) };
}
