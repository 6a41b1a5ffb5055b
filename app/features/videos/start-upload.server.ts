import type { ResumableWrite } from "~/integrations/storage/resumable-writes";
import { type FieldErrors, type FormProblem, parseFields, problemWith } from "~/platform/forms.server";
import { readMultipart } from "~/platform/multipart.server";
import type { Services } from "~/platform/services.server";
import { parseDeclaredFile } from "./declared-file";
import { detectFormat } from "./detect-video.server";
import { removeUpload } from "./drop-upload.server";
import { cleanFileName } from "./file-name";
import { failAt } from "./publish-video.server";
import { mostUnfinishedUploads } from "./resumable-rules";
import { closeUpload, insertUpload, listUnfinishedUploads } from "./resumable-uploads.queries.server";
import {
  planThumbnailUrl,
  type ReadThumbnail,
  readThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "./thumbnail.server";
import { uploadForm } from "./upload-form";
import { thumbnailMaxBytes, type VideoFormat } from "./upload-limits";
import { planVideoKey } from "./video-key.server";
import { insertVideo, type NewVideo } from "./videos.queries.server";

type Needs = Pick<Services, "db" | "storage" | "clock" | "log">;

export type Started = { ok: true; uploadId: string } | { ok: false; problem: FormProblem };

/**
 * Begins an upload over many connections, from the form as the plain one but for the video (spec section 4, Video
 * creation): in place of the file its name, length, mark and first bytes. All that can be judged is judged now, before
 * 500 MB are sent; then the record is made, unpublished, and the thumbnail stored.
 * Takes the creator and the request. Gives the upload's id, which will be the video's, or messages by field. Throws
 * PublishFailed when the store or the database fails, BrokenForm when the sender breaks off.
 */
export async function startUpload(services: Needs, creatorId: string, request: Request): Promise<Started> {
  let thumbnail: ReadThumbnail | undefined;
  let format: VideoFormat | undefined;
  const fields = await readMultipart(request, {
    fileMaxBytes: thumbnailMaxBytes,
    maxFiles: 2,
    onFile: async ({ field, fileName, body }) => {
      if (field === "thumbnail") thumbnail ??= await readThumbnail(body, fileName);
      if (field === "videoHead") format ??= await detectFormat(body);
    },
  });

  const form = parseFields(uploadForm, fields);
  const declared = parseDeclaredFile(fields);
  const errors: FieldErrors = form.ok ? {} : form.problem.errors;
  if (form.ok && form.value.source !== "file") errors.source = "videos.sourceUnknown";
  if (!declared.ok) errors.video = declared.error;
  else if (!format) errors.video = "videos.videoFormat";
  if (!thumbnail?.ok) errors.thumbnail = thumbnail?.error ?? "videos.thumbnailMissing";
  if (!form.ok || !declared.ok || !format || !thumbnail?.ok || Object.keys(errors).length > 0)
    return { ok: false, problem: problemWith(fields, errors) };
  if ((await listUnfinishedUploads(services.db, creatorId)).length >= mostUnfinishedUploads)
    return { ok: false, problem: problemWith(fields, { form: "uploads.tooMany" }) };

  const now = services.clock();
  const fileName = cleanFileName(declared.file.videoName);
  const uploadId = await open(services, {
    thumbnail: thumbnail.thumbnail,
    fileMark: declared.file.videoMark,
    bytes: declared.file.videoBytes,
    video: {
      creatorId,
      title: form.value.title,
      description: form.value.description,
      priceCents: form.value.price,
      videoType: "cloudflare",
      youtubeUrl: null,
      fileName,
      videoUrl: planVideoKey(creatorId, fileName, format, now),
      thumbnailUrl: planThumbnailUrl(creatorId, thumbnail.thumbnail, now),
      now,
    },
  });
  return { ok: true, uploadId };
}

interface Opening {
  video: NewVideo & { videoUrl: string; thumbnailUrl: string };
  thumbnail: Thumbnail;
  fileMark: string;
  bytes: number;
}

/** The record first: it says where everything will be before it is there, so that a sweep finds it all. */
async function open(services: Needs, { video, thumbnail, fileMark, bytes }: Opening): Promise<string> {
  const { db, storage, clock } = services;
  const { creatorId, thumbnailUrl } = video;
  const videoId = await insertVideo(db, video).catch(failAt("videos.uploadRecordFailed", Error));
  let write: ResumableWrite | undefined;
  try {
    await storeThumbnail(storage, thumbnailUrl, thumbnail).catch(failAt("videos.uploadThumbnailFailed"));
    write = await storage.resumable.start(video.videoUrl, bytes).catch(failAt("videos.uploadVideoFailed"));
    await insertUpload(db, { videoId, fileMark, write }).catch(failAt("videos.uploadRecordFailed", Error));
    return videoId;
  } catch (error) {
    await closeUpload(db, { creatorId, videoId, now: clock() }).catch(() => false);
    await removeUpload(services, { videoId, write, thumbnailUrl });
    throw error;
  }
}
