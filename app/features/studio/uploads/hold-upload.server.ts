import { type VideoFormat, videoSampleBytes } from "~/features/base/files/accepted-files";
import { cleanFileName, parseDeclaredFile } from "~/features/base/files/declared-file";
import { detectFormat } from "~/features/base/files/detect-video.server";
import { parseId } from "~/features/base/form-fields/record-id";
import { oneLine } from "~/features/base/form-fields/typed-text";
import { lowestPriceCents } from "~/features/base/money/price";
import { titleMaxLength } from "~/features/videos/lesson-files/chapters";
import type { MessageKey } from "~/i18n/message-key";
import { readMultipart } from "~/platform/forms/multipart.server";
import type { Services } from "~/platform/services";
import { dropDraftFile } from "./delete-draft.server";
import { undoUpload } from "./discard-upload.server";
import { findDraftFile, type GivenFile, giveDraftFile } from "./draft-file.queries.server";
import { deliveryOfNew } from "./new-video-delivery.server";
import { failAt } from "./publish-failure.server";
import { planVideoKey, recordVideo } from "./record-video.server";
import { maxUnfinishedUploads } from "./resumable-limits";
import { countUnfinishedUploads, insertUpload, type UploadPlace } from "./resumable-uploads.queries.server";
import { titleFromFile } from "./title-from-file";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "env" | "clock" | "log">;

/** `revision`: of the draft that the request made, absent if it existed. */
export type Held =
  | { ok: true; uploadId: string; revision?: number }
  | { ok: false; errors: Record<string, MessageKey> };

const refused = (video: MessageKey): Held => ({ ok: false, errors: { video } });

/**
 * Begins the upload of a draft's file while the form is still filled in: `draftId`, and the file's name, length, mark
 * and first bytes, as `startUpload`. The file is held: it is not published when it is complete, but by `releaseUpload`.
 * A draft that does not exist yet is made; the file that it had is dropped once this one has its place. Returns the
 * upload's id, which will be the video's, or messages by field; then the draft is as before. Throws PublishFailed when
 * the store or the database fails, BrokenForm when the sender breaks off.
 */
export async function holdUpload(services: Needs, creatorId: string, request: Request): Promise<Held> {
  const { db, storage, clock } = services;
  let format: VideoFormat | undefined;
  const fields = await readMultipart(request, {
    fileMaxBytes: videoSampleBytes,
    maxFiles: 1,
    onFile: async ({ field, body }) => {
      if (field === "videoHead") format ??= await detectFormat(body);
    },
  });
  const draftId = parseId(fields.draftId);
  const declared = parseDeclaredFile(fields);
  if (!draftId) return refused("drafts.gone");
  if (!declared.ok) return refused(declared.error);
  if (!format) return refused("videos.videoFormat");
  // The streaming service would put a complete file on sale by itself.
  if (deliveryOfNew(services)) return refused("uploads.gone");

  const { videoName, videoBytes: bytes, videoMark: fileMark } = declared.file;
  const now = clock();
  const fileName = cleanFileName(videoName);
  const title = titleFromFile(oneLine(videoName));
  const isKnown = Number(fields.draftRevision) > 0;
  const replaced = await findDraftFile(db, { creatorId, draftId });

  const key = planVideoKey(creatorId, fileName, format, now);
  const recorded = await recordVideo(db, {
    creatorId,
    // Replaced by the form's when it is sent; nobody but the creator sees these.
    title: title || fileName.slice(0, titleMaxLength),
    description: "",
    priceCents: lowestPriceCents,
    videoType: "cloudflare",
    youtubeUrl: null,
    fileName,
    videoUrl: key,
    replaced,
    now,
  }).catch(failAt("videos.uploadRecordFailed", Error));
  if (!recorded.ok) return refused(recorded.error);
  const { videoId } = recorded;
  let place: UploadPlace | undefined;
  const undo = () => undoUpload(services, { creatorId, videoId, thumbnailUrl: null, place });
  try {
    const write = await storage.resumable.start(key, bytes).catch(failAt("videos.uploadVideoFailed"));
    place = { delivery: "store", write };
    const given = await db
      .transaction()
      .execute(async (trx): Promise<GivenFile> => {
        if ((await countUnfinishedUploads(trx, { creatorId, replaced })) >= maxUnfinishedUploads)
          return { ok: false, error: "uploads.tooMany" };
        await insertUpload(trx, { videoId, fileMark, bytes, handle: write.handle, isHeld: true });
        return giveDraftFile(trx, { creatorId, draftId, isKnown, title, videoId, now });
      })
      .catch(failAt("videos.uploadRecordFailed", Error));
    if (!given.ok) {
      await undo();
      return refused(given.error);
    }
    await dropDraftFile(services, creatorId, given.replaced);
    return { ok: true, uploadId: videoId, ...(given.isNew && { revision: 1 }) };
  } catch (error) {
    await undo();
    throw error;
  }
}
