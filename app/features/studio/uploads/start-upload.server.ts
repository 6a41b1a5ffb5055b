import { Readable } from "node:stream";
import { trailerMaxBytes, type VideoFormat } from "~/features/base/files/accepted-files";
import { cleanFileName, parseDeclaredFile } from "~/features/base/files/declared-file";
import { detectFormat } from "~/features/base/files/detect-video.server";
import { parseId } from "~/features/base/form-fields/record-id";
import { planNewPreview } from "~/features/videos/media/make-preview.server";
import { discardTrailer, storeTrailer } from "~/features/videos/media/store-trailer.server";
import { decideNextCheck, nothingYet } from "~/features/videos/media/stream-status";
import { insertStream } from "~/features/videos/media/video-streams.queries.server";
import { readThumbnailOrCover } from "~/features/videos/pictures/draw-cover.server";
import {
  planThumbnailUrl,
  type ReadThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import type { MessageKey } from "~/i18n/message-key";
import { StreamingError } from "~/integrations/streaming/streaming";
import { type FieldErrors, type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import { readMultipart } from "~/platform/forms/multipart.server";
import type { Services } from "~/platform/services";
import { dropDraftFile } from "./delete-draft.server";
import { undoUpload } from "./discard-upload.server";
import { DraftMedia } from "./keep-draft-media.server";
import type { NewVideo } from "./new-video.queries.server";
import { deliveryOfNew } from "./new-video-delivery.server";
import { failAt } from "./publish-failure.server";
import { planVideoKey, recordVideo } from "./record-video.server";
import { releaseUpload } from "./release-upload.server";
import { maxUnfinishedUploads } from "./resumable-limits";
import {
  countUnfinishedUploads,
  insertUpload,
  listUnfinishedUploads,
  type UploadPlace,
} from "./resumable-uploads.queries.server";
import { endDraft, withoutDraft } from "./save-draft.server";
import { uploadForm } from "./upload-form";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "converter" | "env" | "clock" | "log">;

/**
 * `sendTo`: the upload address at the streaming service, known only to the creator; absent when our server receives the
 * file.
 */
export type Started = { ok: true; uploadId: string; sendTo?: string } | { ok: false; problem: FormProblem };

/**
 * Begins an upload over many connections, from the form as the plain one but for the video (product.md, Video
 * creation): in place of the file its name, length, mark and first bytes. All that can be judged is judged now, before
 * 500 MB are sent; then the record is made, unpublished, the thumbnail stored, and a place made for the file: in our
 * store, or at the streaming service, to which the browser then sends it.
 * Returns the upload's id, which will be the video's, or messages by field. Throws
 * PublishFailed when the store, the service or the database fails, BrokenForm when the sender breaks off.
 */
export async function startUpload(services: Needs, creatorId: string, request: Request): Promise<Started> {
  let thumbnail: ReadThumbnail | undefined;
  let trailer: Awaited<ReturnType<typeof storeTrailer>>;
  let format: VideoFormat | undefined;
  const kept = new DraftMedia(services, creatorId);
  const readPicture = async (body: Readable, fileName: string, sent: Record<string, string>) => {
    const own = await kept.openThumbnail(sent).catch(failAt("videos.uploadThumbnailFailed"));
    const read = await readThumbnailOrCover(body, fileName, own ? {} : sent);
    const isMissing = !read.ok && read.error === "videos.thumbnailMissing";
    return isMissing && own ? ({ ok: true, thumbnail: own } as const) : read;
  };
  const fields = await readMultipart(request, {
    fileMaxBytes: trailerMaxBytes,
    maxFiles: 3,
    onFile: async ({ field, fileName, body }, fieldsSoFar) => {
      if (field === "thumbnail") thumbnail ??= await readPicture(body, fileName, fieldsSoFar);
      if (field === "trailer") {
        trailer ??= await storeTrailer(services, creatorId, body, request.signal).catch(
          failAt("videos.uploadVideoFailed"),
        );
      }
      if (field === "videoHead") format ??= await detectFormat(body);
    },
  });

  const form = parseFields(uploadForm, fields);
  // The file is on its way, or here, since it was chosen.
  const heldId = parseId(fields.uploadId);
  const declared = parseDeclaredFile(fields);
  const errors: FieldErrors = form.ok ? {} : form.problem.errors;
  if (form.ok && form.value.source !== "file") errors.source = "videos.sourceUnknown";
  if (heldId) delete errors.video;
  else if (!declared.ok) errors.video = declared.error;
  else if (!format) errors.video = "videos.videoFormat";
  thumbnail ??= await readPicture(Readable.from([]), "", fields);
  if (!thumbnail.ok) errors.thumbnail = thumbnail.error;
  if (trailer?.ok === false) errors.trailer = trailer.error;
  const storedTrailer = trailer?.ok ? trailer.trailer : await kept.findTrailer(fields);
  const refuseFields = async (): Promise<Started> => {
    await discardTrailer(services, storedTrailer);
    return { ok: false, problem: problemWith(form.ok ? fields : form.problem.values, errors) };
  };
  if (!form.ok || !thumbnail.ok || Object.keys(errors).length > 0) return refuseFields();
  const refused = async (form: MessageKey): Promise<Started> => {
    await discardTrailer(services, storedTrailer);
    const values = form === "drafts.ended" ? withoutDraft(fields) : fields;
    return { ok: false, problem: problemWith(values, { form }) };
  };
  if (heldId) {
    const release = { creatorId, uploadId: heldId, form: form.value, thumbnail: thumbnail.thumbnail };
    const released = await releaseUpload(services, { ...release, trailer: storedTrailer });
    return released ? { ok: true, uploadId: heldId } : refused("drafts.ended");
  }
  if (!declared.ok || !format) return refuseFields();
  // An early check, so that nothing is stored in vain; the binding one is made when the upload is recorded.
  if ((await listUnfinishedUploads(services.db, creatorId)).length >= maxUnfinishedUploads)
    return refused("uploads.tooMany");

  const now = services.clock();
  const fileName = cleanFileName(declared.file.videoName);
  const key = planVideoKey(creatorId, fileName, format, now);
  const opened = await open(services, {
    thumbnail: thumbnail.thumbnail,
    fileMark: declared.file.videoMark,
    bytes: declared.file.videoBytes,
    fields,
    video: {
      creatorId,
      title: form.value.title,
      description: form.value.description,
      priceCents: form.value.price,
      topicSlug: form.value.topic,
      spokenLanguage: form.value.spokenLanguage,
      videoType: "cloudflare",
      youtubeUrl: null,
      fileName,
      videoUrl: deliveryOfNew(services) ? null : key,
      thumbnailUrl: planThumbnailUrl(creatorId, thumbnail.thumbnail, now),
      outcomes: form.value.outcomes ?? [],
      preview: planNewPreview(form.value, { creatorId, trailer: storedTrailer, now }),
      now,
    },
  });
  if (!opened.ok) return refused(opened.error);
  const { videoId: uploadId, place } = opened;
  return { ok: true, uploadId, ...(place.delivery === "stream" ? { sendTo: place.uploadUrl } : {}) };
}

interface Opening {
  video: NewVideo & { videoUrl: string | null; thumbnailUrl: string };
  thumbnail: Thumbnail;
  fileMark: string;
  bytes: number;
  /** The form's, which may name a draft. */
  fields: Record<string, string>;
}

/**
 * The record first: it names all files before they exist, so that the sweep finds them. Returns a message, and leaves
 * nothing, if the creator has reached a limit.
 */
async function open(
  services: Needs,
  opening: Opening,
): Promise<{ ok: true; videoId: string; place: UploadPlace } | { ok: false; error: MessageKey }> {
  const { db, storage } = services;
  const { video, thumbnail } = opening;
  const { creatorId, thumbnailUrl } = video;
  const recorded = await recordVideo(db, video).catch(failAt("videos.uploadRecordFailed", Error));
  if (!recorded.ok) return recorded;
  const { videoId } = recorded;
  let place: UploadPlace | undefined;
  const undo = () => undoUpload(services, { creatorId, videoId, thumbnailUrl, place });
  try {
    await storeThumbnail(storage, thumbnailUrl, thumbnail).catch(failAt("videos.uploadThumbnailFailed"));
    place = await makePlace(services, opening);
    const noted = await notePlace(services, videoId, opening, place).catch(
      failAt("videos.uploadRecordFailed", Error),
    );
    if (noted.ok) {
      await dropDraftFile(services, creatorId, noted.draftFile);
      return { ok: true, videoId, place };
    }
    await undo();
    return noted;
  } catch (error) {
    await undo();
    throw error;
  }
}

async function makePlace(services: Needs, { video, bytes }: Opening): Promise<UploadPlace> {
  const { creatorId, videoUrl, fileName } = video;
  if (videoUrl) {
    const write = await services.storage.resumable
      .start(videoUrl, bytes)
      .catch(failAt("videos.uploadVideoFailed"));
    return { delivery: "store", write };
  }
  const order = { bytes, name: fileName ?? "", creatorId };
  const place = await deliveryOfNew(services)
    ?.beginUpload(order)
    .catch(failAt("videos.uploadVideoFailed", StreamingError));
  if (!place) throw new Error("there is neither a store nor a service for this file");
  return { delivery: "stream", uid: place.uid, uploadUrl: place.uploadUrl };
}

/**
 * Records the upload, in place of its draft. Returns the draft's own file, which is to be dropped, or why not: too many
 * are unfinished, or another tab was faster.
 */
async function notePlace(
  { db, clock }: Needs,
  videoId: string,
  { video, fileMark, bytes, fields }: Opening,
  place: UploadPlace,
): Promise<{ ok: true; draftFile: string | null } | { ok: false; error: MessageKey }> {
  const now = clock();
  const handle = place.delivery === "stream" ? place.uploadUrl : place.write.handle;
  return db.transaction().execute(async (trx) => {
    if ((await countUnfinishedUploads(trx, { creatorId: video.creatorId })) >= maxUnfinishedUploads)
      return { ok: false, error: "uploads.tooMany" };
    const draft = await endDraft(trx, video.creatorId, fields);
    if (!draft) return { ok: false, error: "drafts.ended" };
    const noted = { ok: true, draftFile: draft.videoId } as const;
    await insertUpload(trx, { videoId, fileMark, bytes, handle });
    if (place.delivery === "store") return noted;
    const checkAt = decideNextCheck({ ...nothingYet, since: now, sent: false }, now);
    await insertStream(trx, { videoId, uid: place.uid, now, checkAt });
    return noted;
  });
}
