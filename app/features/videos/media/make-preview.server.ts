import { randomBytes } from "node:crypto";
import { ConversionFailed } from "~/integrations/conversion/converter";
import type { Services } from "~/platform/services";
import { containerOf } from "./conversion";
import { type PreviewColumns, planPreview, type StoredTrailer } from "./preview-columns";
import { decideExcerpt, previewMaxSeconds, previewUsualSeconds } from "./preview-length";
import {
  endPreview,
  findWaitingPreview,
  isPreviewReady,
  lockWaitingPreview,
  noteClip,
  queuePreview,
  requeueWaitingPreviews,
} from "./previews.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "converter" | "clock" | "log">;
type PlannedPreview = { videoId: string; key: string };

/**
 * Makes an excerpt of the file, or all of its trailer, at the key that the record plans. Encoded anew, since a copy
 * would hold what is before its start. Idempotent: another preview chosen meanwhile, or a deletion, leaves nothing at
 * this key. Throws what is to be retried.
 */
export async function makePreview(
  services: Needs,
  planned: PlannedPreview,
  shutDown: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, storage, converter, log } = services;
  const video = await findWaitingPreview(db, planned);
  if (!video) return removeUnlessReady(services, planned);
  if (!video.preview_source && video.cloudflare_video_id)
    return fetchClip(
      services,
      planned,
      { ...video, cloudflare_video_id: video.cloudflare_video_id },
      shutDown,
    );
  const from = video.preview_source ?? video.video_url;
  const container = from ? containerOf(from) : undefined;
  if (!converter || !from || !container) return end(services, planned, { status: "unavailable" });
  try {
    const file = await storage.open(from, { signal: shutDown });
    if (!file) throw new ConversionFailed("unreadable", new Error("the file is not there"));
    const { body, bytes } = file;
    const staged = await converter.take(body, { bytes, container, signal: shutDown });
    try {
      const length = staged.seconds ?? video.duration_seconds ?? undefined;
      const excerpt =
        video.preview_kind === "trailer"
          ? { start: 0, seconds: previewMaxSeconds }
          : decideExcerpt({ start: video.preview_start, seconds: video.preview_seconds }, length);
      if (!excerpt) return await end(services, planned, { status: "unavailable" });
      const clip = await staged.cut({ ...excerpt, signal: shutDown });
      await storage.put(planned.key, clip.body, { signal: shutDown });
      await end(services, planned, { status: "ready", seconds: clip.seconds });
      log.info({ videoId: planned.videoId }, "a preview was made");
    } finally {
      await staged.release();
    }
  } catch (error) {
    const isFinal =
      error instanceof ConversionFailed && ["unreadable", "tooLong", "tooLarge"].includes(error.fault);
    if (!isFinal) throw error;
    log.warn({ err: error, videoId: planned.videoId }, "a preview could not be made");
    await end(services, planned, { status: "failed" });
  }
}

/** Between checks of a clip at the streaming service, in milliseconds. */
const clipCheckMs = 15_000;

/** In milliseconds: a clip that is not ready after this never will be. */
const clipMaxMs = 2 * 3_600_000;

type StreamedVideo = { cloudflare_video_id: string } & Pick<
  NonNullable<Awaited<ReturnType<typeof findWaitingPreview>>>,
  "preview_clip" | "preview_start" | "preview_seconds" | "preview_changed_at" | "duration_seconds"
>;

/**
 * The streaming service cuts the excerpt over several runs of the job; it is brought into our own store, so that what
 * is public names nothing at the service.
 */
async function fetchClip(
  services: Needs,
  planned: PlannedPreview,
  video: StreamedVideo,
  shutDown: AbortSignal,
): Promise<void> {
  const { db, storage, streaming, clock } = services;
  if (!streaming) return end(services, planned, { status: "unavailable" });
  const later = () => queuePreview(db, planned.videoId, new Date(clock().getTime() + clipCheckMs));
  if (!video.preview_clip) {
    const length = video.duration_seconds ?? undefined;
    const excerpt = decideExcerpt({ start: video.preview_start, seconds: video.preview_seconds }, length);
    // Only a video whose length is known can be halved; the service tells it with the end of its encoding.
    if (!excerpt || length === undefined) return end(services, planned, { status: "unavailable" });
    const uid = await streaming.makeClip(video.cloudflare_video_id, excerpt);
    if (await noteClip(db, planned, uid)) await later();
    else await streaming.remove(uid);
    return;
  }
  const clip = await streaming.find(video.preview_clip);
  const since = video.preview_changed_at?.getTime() ?? 0;
  const isLate = clock().getTime() - since > clipMaxMs;
  if (!clip || clip.state === "failed" || (clip.state !== "ready" && isLate))
    return end(services, planned, { status: "failed" });
  if (clip.state !== "ready") return later();
  if (!clip.hasMp4) {
    await streaming.askForMp4(video.preview_clip);
    return isLate ? end(services, planned, { status: "failed" }) : later();
  }
  const body = await streaming.openMp4(video.preview_clip, { signal: shutDown });
  if (!body) return later();
  await storage.put(planned.key, body, { signal: shutDown });
  await end(services, planned, { status: "ready", seconds: clip.seconds ?? video.preview_seconds });
}

/** Removes the files of a killed run, except the preview. */
async function removeUnlessReady({ db, storage }: Needs, planned: PlannedPreview): Promise<void> {
  if (!(await isPreviewReady(db, planned))) await storage.remove(planned.key);
}

async function end(
  services: Needs,
  planned: PlannedPreview,
  ended: Parameters<typeof endPreview>[2],
): Promise<void> {
  const isEnded = await services.db.transaction().execute(async (trx) => {
    if (!(await lockWaitingPreview(trx, planned))) return false;
    await endPreview(trx, planned.videoId, ended);
    return true;
  });
  if (!isEnded || ended.status !== "ready") await removeUnlessReady(services, planned);
}

/** In milliseconds: a preview that still waits after this has no job any more. */
const givenUpMs = 6 * 3_600_000;

const roundSize = 50;

/** Their jobs were given up, such as while the store was away. */
export async function resumePreviews({ db, clock, log }: Pick<Services, "db" | "clock" | "log">) {
  const now = clock();
  const since = new Date(now.getTime() - givenUpMs);
  const previews = await requeueWaitingPreviews(db, { since, now, limit: roundSize });
  if (previews > 0) log.info({ previews }, "queued previews again");
}

interface PreviewForm {
  source: "file" | "youtube";
  previewSeconds?: number | undefined;
  previewStart?: number | undefined;
  trailerUrl?: string | null | undefined;
}

/** Without its fields, an excerpt of the first minute. */
export function planNewPreview(
  { source, previewSeconds = previewUsualSeconds, previewStart = 0, trailerUrl }: PreviewForm,
  { creatorId, trailer, now }: { creatorId: string; trailer: StoredTrailer | undefined; now: Date },
): PreviewColumns {
  const isFile = source === "file";
  const wish = { seconds: previewSeconds, start: previewStart, isFile, trailer };
  return planPreview(
    { ...wish, youtubeId: isFile ? null : trailerUrl },
    { key: planPreviewKey(creatorId), now },
  );
}

/** Nothing of the whole video's key is in it. */
export function planPreviewKey(creatorId: string): string {
  return `${creatorId}/previews/${randomBytes(16).toString("hex")}.mp4`;
}

/** An uploaded trailer waits there to be encoded. No address leads there. */
export function planTrailerKey(creatorId: string, format: "mp4" | "mov" | "avi"): string {
  return `${creatorId}/trailers/${randomBytes(16).toString("hex")}.${format}`;
}
