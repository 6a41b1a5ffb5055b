import { isErased } from "~/features/base/accounts/accounts.queries.server";
import { videoMaxBytes } from "~/features/base/files/accepted-files";
import { cleanFileName } from "~/features/base/files/declared-file";
import { detectVideo } from "~/features/base/files/detect-video.server";
import { planNewPreview } from "~/features/videos/media/make-preview.server";
import type { StoredTrailer } from "~/features/videos/media/preview-columns";
import { queuePreview } from "~/features/videos/media/previews.queries.server";
import { queueConversion } from "~/features/videos/media/queue-conversion.server";
import { queueVideoFacts } from "~/features/videos/media/read-video-facts.server";
import { queueForStream } from "~/features/videos/media/send-to-stream.server";
import { discardTrailer, storeTrailer } from "~/features/videos/media/store-trailer.server";
import { readThumbnailOrCover } from "~/features/videos/pictures/draw-cover.server";
import {
  fetchYoutubeThumbnail,
  planThumbnailUrl,
  storeThumbnail,
  type Thumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import type { Db } from "~/platform/db.server";
import {
  type FieldErrors,
  type FormProblem,
  joinProblems,
  parseFields,
  problemWith,
} from "~/platform/forms/forms.server";
import { type FilePart, readMultipart } from "~/platform/forms/multipart.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { AccountErased } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { beginWithLink } from "./begin-video.server";
import { removeUpload } from "./discard-upload.server";
import { deleteRecord, publishVideo } from "./new-video.queries.server";
import { deliveryOfNew, failAt, planVideoKey, recordVideo } from "./record-video.server";
import { closeUpload, isHandedIn, lockOpenRecord } from "./resumable-uploads.queries.server";
import { type UploadForm, uploadForm } from "./upload-form";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "converter" | "clock" | "env" | "log">;

/**
 * `stream`: the streaming service prepares it; it goes on sale after that. `thumbnailLater`: YouTube's image could
 * not be fetched, and is tried again. `begun`: the form was a link alone (`intent=begin`), and the video is
 * unpublished.
 */
export type Published =
  | { ok: true; videoId: string; begun?: true; stream?: "processing"; thumbnailLater?: boolean }
  | { ok: false; problem: FormProblem };

/**
 * Publishes from the streamed upload form (product.md, Video creation): first the record, unpublished, then the file
 * into the store; a job sends it to the streaming service if that delivers. Whatever fails before all is stored,
 * record and bytes are removed. The parts come in the order text, thumbnail, video. `typed` is filled as they come,
 * for the answer after a failure. Throws PublishFailed when the store or the database fails, BrokenForm when the
 * sender breaks off.
 */
export async function publishFromForm(
  services: Needs,
  creatorId: string,
  request: Request,
  typed: Record<string, string> = {},
): Promise<Published> {
  const upload = new Upload(services, creatorId, request.signal, typed);
  try {
    const fields = await readMultipart(request, {
      fileMaxBytes: videoMaxBytes,
      maxFiles: 3,
      onFile: (part, fieldsSoFar) => upload.take(part, fieldsSoFar),
    });
    const published = await upload.finish(fields);
    if (!published.ok) await upload.undo();
    return published;
  } catch (error) {
    await upload.undo();
    throw error;
  }
}

export async function beginFromForm(
  services: Needs,
  creatorId: string,
  fields: Record<string, string>,
): Promise<Published> {
  const result = await beginWithLink(services, creatorId, fields.youtubeUrl ?? "");
  if (result.ok) return { ok: true, videoId: result.videoId, begun: true };
  const field = result.error === "videos.youtubeInvalid" ? "youtubeUrl" : "form";
  return { ok: false, problem: problemWith(fields, { [field]: result.error }) };
}

/** The received bytes, and the files to remove if it fails. */
class Upload {
  private readonly errors: FieldErrors = {};
  private thumbnail: Thumbnail | undefined;
  private thumbnailUrl: string | null = null;
  private trailer: StoredTrailer | undefined;
  private sawVideo = false;
  private videoKey: string | null = null;
  private videoId: string | undefined;

  constructor(
    private readonly services: Needs,
    private readonly creatorId: string,
    private readonly signal: AbortSignal,
    private readonly typed: Record<string, string>,
  ) {}

  async take(part: FilePart, fields: Record<string, string>): Promise<void> {
    Object.assign(this.typed, fields);
    if (part.field === "thumbnail" && !this.thumbnail) await this.takeThumbnail(part, fields);
    if (part.field === "trailer" && !this.trailer) await this.takeTrailer(part);
    if (part.field === "video" && !this.sawVideo && fields.source === "file")
      await this.takeVideo(part, fields);
  }

  private async takeThumbnail({ body, fileName }: FilePart, fields: Record<string, string>): Promise<void> {
    const read = await readThumbnailOrCover(body, fileName, fields);
    if (read.ok) this.thumbnail = read.thumbnail;
    // An input left empty sends an empty file: whether it is missed, the source decides.
    else if (read.error !== "videos.thumbnailMissing") this.errors.thumbnail = read.error;
  }

  private async takeTrailer({ body }: FilePart): Promise<void> {
    const stored = await storeTrailer(this.services, this.creatorId, body, this.signal).catch(
      failAt("videos.uploadVideoFailed"),
    );
    if (stored?.ok) this.trailer = stored.trailer;
    else if (stored) this.errors.trailer = stored.error;
  }

  /** A video that cannot be published anyway is not stored. */
  private async takeVideo(part: FilePart, fields: Record<string, string>): Promise<void> {
    const { body, fileName } = part;
    const { format, empty, whole, release } = await detectVideo(body);
    this.sawVideo = true;
    if (empty) this.errors.video = "videos.videoMissing";
    else if (!format) this.errors.video = "videos.videoFormat";
    const form = parseFields(uploadForm, fields);
    if (!format || !form.ok || !this.thumbnail || Object.keys(this.errors).length > 0) return release();

    const { storage, clock } = this.services;
    const name = cleanFileName(fileName);
    this.planThumbnail();
    this.videoKey = planVideoKey(this.creatorId, name, format, clock());
    if (!(await this.insertRecord(form.value, name))) {
      this.videoKey = null;
      return release();
    }
    const { bytes } = await storage
      .put(this.videoKey, whole, { signal: this.signal })
      .catch(failAt("videos.uploadVideoFailed"));
    if (bytes > videoMaxBytes) this.errors.video = "videos.videoTooLarge";
  }

  async finish(fields: Record<string, string>): Promise<Published> {
    Object.assign(this.typed, fields);
    if (fields.intent === "begin") return beginFromForm(this.services, this.creatorId, fields);
    const form = parseFields(uploadForm, fields);
    if (fields.source === "file") {
      if (!this.sawVideo) this.errors.video = "videos.videoMissing";
      if (!this.thumbnail) this.errors.thumbnail ??= "videos.thumbnailMissing";
      // All is well now but was not when the video passed: the parts came in another order.
      if (form.ok && Object.keys(this.errors).length === 0 && !this.videoKey) {
        this.errors.video = "videos.videoMissing";
      }
    }
    if (!form.ok || Object.keys(this.errors).length > 0)
      return { ok: false, problem: joinProblems(form, fields, this.errors) };
    if (form.value.source === "youtube") await this.takeLink(form.value);
    const videoId = this.videoId ?? (await this.insertRecord(form.value, null));
    if (!videoId) return { ok: false, problem: problemWith(fields, this.errors) };
    const { db, storage, clock } = this.services;
    if (this.thumbnail && this.thumbnailUrl) {
      await storeThumbnail(storage, this.thumbnailUrl, this.thumbnail).catch(
        failAt("videos.uploadThumbnailFailed"),
      );
    }
    const thumbnailLater = form.value.source === "youtube" && this.thumbnailUrl === null;
    const { videoKey: videoUrl, thumbnailUrl } = this;
    const streamed = videoUrl !== null && deliveryOfNew(this.services) !== undefined;
    const now = clock();
    await db
      .transaction()
      .execute(async (trx) => {
        if (!(await lockOpenRecord(trx, videoId))) await this.refuseClosed(trx);
        if (streamed) return queueForStream(trx, { videoId, now });
        await publishVideo(trx, { id: videoId, videoUrl, thumbnailUrl, now });
        await queueConversion(trx, { videoId, videoUrl, now });
        if (videoUrl) await queueVideoFacts(trx, videoId);
        await queuePreview(trx, videoId);
        if (thumbnailLater)
          await addJob(trx, "copy-youtube-thumbnail", { videoId }, { key: `youtube-thumbnail:${videoId}` });
      })
      .catch(failAt("videos.uploadSaveFailed", Error));
    if (streamed) return { ok: true, videoId, stream: "processing" };
    return { ok: true, videoId, ...(thumbnailLater ? { thumbnailLater } : {}) };
  }

  /** An erasure of the account ends uploads in progress, and so does its owner in another tab. */
  private async refuseClosed(trx: Db): Promise<never> {
    const what = "the record of an upload was closed meanwhile";
    throw (await isErased(trx, this.creatorId)) ? new AccountErased(what) : new Error(what);
  }

  /** A link without a thumbnail gets YouTube's own, if it can be fetched. */
  private async takeLink({ youtubeUrl }: { youtubeUrl: string }): Promise<void> {
    this.thumbnail ??= await fetchYoutubeThumbnail(this.services.env.YOUTUBE_IMAGE_URL, youtubeUrl);
    this.planThumbnail();
  }

  private planThumbnail(): void {
    if (!this.thumbnail) return;
    this.thumbnailUrl = planThumbnailUrl(this.creatorId, this.thumbnail, this.services.clock());
  }

  /**
   * The record names its files before they exist: if this process is killed, the sweep finds them. Returns undefined,
   * with a message for the form, if the creator has reached a ceiling.
   */
  private async insertRecord(form: UploadForm, fileName: string | null): Promise<string | undefined> {
    const { db, clock } = this.services;
    const isLink = form.source === "youtube";
    const recorded = await recordVideo(db, {
      creatorId: this.creatorId,
      title: form.title,
      description: form.description,
      priceCents: form.price,
      topicSlug: form.topic,
      spokenLanguage: form.spokenLanguage,
      videoType: isLink ? "youtube" : "cloudflare",
      youtubeUrl: isLink ? `https://www.youtube.com/watch?v=${form.youtubeUrl}` : null,
      videoUrl: this.videoKey,
      thumbnailUrl: this.thumbnailUrl,
      fileName,
      outcomes: form.outcomes ?? [],
      preview: planNewPreview(form, { creatorId: this.creatorId, trailer: this.trailer, now: clock() }),
      now: clock(),
    }).catch(failAt("videos.uploadRecordFailed", Error));
    if (!recorded.ok) {
      this.errors.form = recorded.error;
      return undefined;
    }
    this.videoId = recorded.videoId;
    return this.videoId;
  }

  /**
   * The record is closed first: if it was published after all (the database's answer was lost), its files must stay;
   * if it was closed or removed by others, nobody else knows of a file that came later.
   */
  async undo(): Promise<void> {
    const { videoId, creatorId, services } = this;
    if (!videoId) return discardTrailer(services, this.trailer);
    try {
      const closed = await closeUpload(services.db, { creatorId, videoId, now: services.clock() }).catch(
        // A full database writes nothing, but deletes.
        () => deleteRecord(services.db, videoId),
      );
      if (!closed && (await isHandedIn(services.db, { creatorId, videoId }))) return;
    } catch (error) {
      services.log.error({ err: error, videoId }, "a failed upload could not be removed");
      return;
    }
    await removeUpload(services, {
      videoId,
      thumbnailUrl: this.thumbnailUrl,
      video_url: this.videoKey,
    });
    await discardTrailer(services, this.trailer);
  }
}
