import { type VideoFormat, videoSampleBytes } from "~/features/base/files/accepted-files";
import { cleanFileName, type DeclaredFile, parseDeclaredFile } from "~/features/base/files/declared-file";
import { detectFormat } from "~/features/base/files/detect-video.server";
import { oneLine } from "~/features/base/form-fields/typed-text";
import { lowestPriceCents } from "~/features/base/money/price";
import { removeVideoFile } from "~/features/studio/deletion/remove-video-file.server";
import { parseYoutubeId } from "~/features/videos/listing/youtube-link";
import { decideNextCheck, nothingYet } from "~/features/videos/media/stream-status";
import { insertStream } from "~/features/videos/media/video-streams.queries.server";
import { fetchYoutubeThumbnail } from "~/features/videos/pictures/thumbnail.server";
import type { MessageKey } from "~/i18n/message-key";
import { StreamingError } from "~/integrations/streaming/streaming";
import { readMultipart } from "~/platform/forms/multipart.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import { fileAt, removeUpload } from "./discard-upload.server";
import { addPictures } from "./keep-unpublished.server";
import { deliveryOfNew, failAt, planVideoKey, recordVideo } from "./record-video.server";
import {
  closeUpload,
  countUnfinishedUploads,
  placeOf,
  replaceUpload,
  type UploadPlace,
} from "./resumable-uploads.queries.server";
import {
  findByMark,
  findUnpublished,
  insertUnpublished,
  lockUnpublished,
  type OwnVideo,
} from "./unpublished.queries.server";
import { titleFromFile } from "./upload-form";
import { maxUnfinishedUploads } from "./upload-limits";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "env" | "clock" | "log">;

/** Until it is published: the shop's search proposes words of titles. */
const untitled = "Sem título";

/** `sendTo`: where the browser sends the file, if not to our own server; known only to the creator. */
export type BeginResult = { ok: true; videoId: string; sendTo?: string } | { ok: false; error: MessageKey };

/**
 * `videoId` if the file replaces another. All is judged now, before 500 MB are sent. The same file chosen again goes
 * on where it stopped. Throws PublishFailed when the store, the service or the database fails, BrokenForm when the
 * sender breaks off; then nothing is left.
 */
export async function beginWithFile(
  services: Needs,
  creatorId: string,
  request: Request,
): Promise<BeginResult> {
  const { db, clock } = services;
  let format: VideoFormat | undefined;
  const fields = await readMultipart(request, {
    fileMaxBytes: videoSampleBytes,
    maxFiles: 1,
    onFile: async ({ field, body }) => {
      if (field === "videoHead") format ??= await detectFormat(body);
    },
  });
  const declared = parseDeclaredFile(fields);
  if (!declared.ok) return declared;
  if (!format) return { ok: false, error: "videos.videoFormat" };
  const { file } = declared;
  const replacedId = parseId(fields.videoId);
  const existing = await findExisting(services, creatorId, file, replacedId);
  if (existing) return existing;

  if (replacedId) {
    if (!(await findUnpublished(db, { creatorId, videoId: replacedId })))
      return { ok: false, error: "uploads.gone" };
    return givePlace(services, { creatorId, videoId: replacedId }, file, format);
  }
  const now = clock();
  const title = titleFromFile(oneLine(file.videoName));
  const recorded = await recordVideo(
    db,
    {
      creatorId,
      title: untitled,
      description: "",
      priceCents: lowestPriceCents,
      videoType: "cloudflare",
      youtubeUrl: null,
      fileName: null,
      now,
    },
    (trx, videoId) => insertUnpublished(trx, { creatorId, videoId, fields: title ? { title } : {}, now }),
  ).catch(failAt("videos.uploadRecordFailed", Error));
  if (!recorded.ok) return recorded;
  const ownVideo = { creatorId, videoId: recorded.videoId };
  const undo = async () => {
    await closeUpload(db, { ...ownVideo, now: clock() }).catch(() => false);
    await removeUpload(services, { ...ownVideo, thumbnailUrl: null });
  };
  try {
    const result = await givePlace(services, ownVideo, file, format);
    if (!result.ok) await undo();
    return result;
  } catch (error) {
    await undo();
    throw error;
  }
}

async function findExisting(
  { db, storage }: Needs,
  creatorId: string,
  { videoMark: fileMark, videoBytes: bytes }: DeclaredFile,
  replacedId: string | undefined,
): Promise<BeginResult | undefined> {
  const videoId = await findByMark(db, {
    creatorId,
    fileMark,
    bytes,
    ...(replacedId ? { videoId: replacedId } : {}),
  });
  const video = videoId && (await findUnpublished(db, { creatorId, videoId }));
  const place = video && placeOf(video);
  if (!place) return undefined;
  if (place.delivery === "stream")
    return { ok: true, videoId: video.id, ...(video.sent_at ? {} : { sendTo: place.uploadUrl }) };
  return (await storage.resumable.offset(place.write)) === undefined
    ? undefined
    : { ok: true, videoId: video.id };
}

/** Makes a place in our store or at the streaming service; the file that the video had is removed. */
async function givePlace(
  services: Needs,
  ownVideo: OwnVideo,
  file: DeclaredFile,
  format: VideoFormat,
): Promise<BeginResult> {
  const { db, clock, log } = services;
  const now = clock();
  const place = await makePlace(services, ownVideo.creatorId, file, format);
  const handle = place.delivery === "stream" ? place.uploadUrl : place.write.handle;
  const remove = (unwanted: UploadPlace | undefined) =>
    removeVideoFile(services, fileAt(unwanted)).catch((error: unknown) =>
      log.error({ err: error, ...ownVideo }, "the file of an unpublished video stayed behind"),
    );
  const change = await db
    .transaction()
    .execute(async (trx): Promise<{ replaced: UploadPlace | undefined } | { error: MessageKey }> => {
      if ((await countUnfinishedUploads(trx, ownVideo)) >= maxUnfinishedUploads)
        return { error: "uploads.tooMany" };
      const before = await lockUnpublished(trx, ownVideo);
      if (before?.video_type !== "cloudflare") return { error: "uploads.gone" };
      await replaceUpload(trx, {
        videoId: ownVideo.videoId,
        fileName: cleanFileName(file.videoName),
        fileMark: file.videoMark,
        bytes: file.videoBytes,
        handle,
        place,
      });
      if (place.delivery === "stream") {
        const checkAt = decideNextCheck({ ...nothingYet, since: now, sent: false }, now);
        await insertStream(trx, { videoId: ownVideo.videoId, uid: place.uid, now, checkAt });
      }
      return { replaced: placeOf(before) };
    })
    .catch(async (error: unknown) => {
      await remove(place);
      return failAt("videos.uploadRecordFailed", Error)(error);
    });
  if ("error" in change) {
    await remove(place);
    return { ok: false, error: change.error };
  }
  await remove(change.replaced);
  return {
    ok: true,
    videoId: ownVideo.videoId,
    ...(place.delivery === "stream" ? { sendTo: place.uploadUrl } : {}),
  };
}

async function makePlace(
  services: Needs,
  creatorId: string,
  { videoName, videoBytes: bytes }: DeclaredFile,
  format: VideoFormat,
): Promise<UploadPlace> {
  const name = cleanFileName(videoName);
  const streaming = deliveryOfNew(services);
  if (streaming) {
    const { uid, uploadUrl } = await streaming
      .beginUpload({ bytes, name, creatorId })
      .catch(failAt("videos.uploadVideoFailed", StreamingError));
    return { delivery: "stream", uid, uploadUrl };
  }
  const key = planVideoKey(creatorId, name, format, services.clock());
  const write = await services.storage.resumable.start(key, bytes).catch(failAt("videos.uploadVideoFailed"));
  return { delivery: "store", write };
}

/** YouTube's picture becomes its cover if it can be fetched. Throws PublishFailed when the database fails. */
export async function beginWithLink(services: Needs, creatorId: string, link: string): Promise<BeginResult> {
  const { db, clock, env } = services;
  const youtubeId = parseYoutubeId(link);
  if (!youtubeId) return { ok: false, error: "videos.youtubeInvalid" };
  const now = clock();
  const recorded = await recordVideo(
    db,
    {
      creatorId,
      title: untitled,
      description: "",
      priceCents: lowestPriceCents,
      videoType: "youtube",
      youtubeUrl: `https://www.youtube.com/watch?v=${youtubeId}`,
      fileName: null,
      now,
    },
    (trx, videoId) => insertUnpublished(trx, { creatorId, videoId, fields: {}, now }),
  ).catch(failAt("videos.uploadRecordFailed", Error));
  if (!recorded.ok) return recorded;
  const { videoId } = recorded;
  const picture = await fetchYoutubeThumbnail(env.YOUTUBE_IMAGE_URL, youtubeId);
  // Without it, the cover is drawn.
  if (picture)
    await addPictures(services, { creatorId, videoId }, { pictures: [picture], chosen: 0 }).catch(
      () => undefined,
    );
  return { ok: true, videoId };
}
