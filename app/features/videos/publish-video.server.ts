import type { MessageKey } from "~/i18n/message-key";
import { StorageError } from "~/integrations/storage/storage-error";
import { type FieldErrors, type FormProblem, parseFields, problemWith } from "~/platform/forms.server";
import { type FilePart, readMultipart } from "~/platform/multipart.server";
import type { Services } from "~/platform/services.server";
import { detectVideo } from "./detect-video.server";
import { cleanFileName } from "./file-name";
import { queueConversion } from "./queue-conversion.server";
import {
  planThumbnailUrl,
  readThumbnail,
  removeThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "./thumbnail.server";
import { type UploadForm, uploadForm } from "./upload-form";
import { videoMaxBytes } from "./upload-limits";
import { planVideoKey } from "./video-key.server";
import { deleteUnpublishedVideo, insertVideo, publishVideo } from "./videos.queries.server";
import { fetchYoutubeThumbnail } from "./youtube-thumbnail.server";

type Needs = Pick<Services, "db" | "storage" | "clock" | "env" | "log">;

/** A step that failed for no fault of the form's, with the spec's text for it (section 8). */
export class PublishFailed extends Error {
  override readonly name = "PublishFailed";
  constructor(
    readonly step: MessageKey,
    cause: unknown,
  ) {
    super(step, { cause });
  }

  /** Why, as far as it helps the creator; the cause itself is for the log. */
  get reason(): MessageKey {
    const full = this.cause instanceof StorageError && this.cause.reason === "full";
    return full ? "videos.reasonFull" : "videos.reasonUnavailable";
  }
}

export type Published = { ok: true; videoId: string } | { ok: false; problem: FormProblem };

/**
 * Publishes a video from the streamed upload form (spec section 4, Video creation): the record first, unpublished;
 * then the file, straight into the store; published only once all is whole. Whatever fails, record and bytes are
 * taken back.
 * Takes the creator and the request, its parts in the order of the form: text, thumbnail, video. Gives the new
 * video, or messages by field. Throws PublishFailed when the store or the database fails, BrokenForm when the sender
 * breaks off.
 */
export async function publishFromForm(
  services: Needs,
  creatorId: string,
  request: Request,
): Promise<Published> {
  const upload = new Upload(services, creatorId, request.signal);
  try {
    const fields = await readMultipart(request, {
      fileMaxBytes: videoMaxBytes,
      maxFiles: 2,
      onFile: (part, fieldsSoFar) => upload.take(part, fieldsSoFar),
    });
    const published = await upload.finish(fields);
    if (!published.ok) await upload.takeBack();
    return published;
  } catch (error) {
    await upload.takeBack();
    throw error;
  }
}

/** One upload on its way: what has come so far, and what must go again if it fails. */
class Upload {
  private readonly errors: FieldErrors = {};
  private thumbnail: Thumbnail | undefined;
  private thumbnailUrl: string | null = null;
  private sawVideo = false;
  private videoKey: string | null = null;
  private videoId: string | undefined;

  constructor(
    private readonly services: Needs,
    private readonly creatorId: string,
    private readonly signal: AbortSignal,
  ) {}

  async take(part: FilePart, fields: Record<string, string>): Promise<void> {
    if (part.field === "thumbnail" && !this.thumbnail) await this.takeThumbnail(part);
    if (part.field === "video" && !this.sawVideo && fields.source === "file")
      await this.takeVideo(part, fields);
  }

  private async takeThumbnail({ body, fileName }: FilePart): Promise<void> {
    const read = await readThumbnail(body, fileName);
    if (read.ok) this.thumbnail = read.thumbnail;
    // An input left empty sends an empty file: whether it is missed, the source decides.
    else if (read.error !== "videos.thumbnailMissing") this.errors.thumbnail = read.error;
  }

  /** A video that could not be published anyway is not stored at all. */
  private async takeVideo({ body, fileName }: FilePart, fields: Record<string, string>): Promise<void> {
    this.sawVideo = true;
    const { format, empty, whole, letGo } = await detectVideo(body);
    if (empty) this.errors.video = "videos.videoMissing";
    else if (!format) this.errors.video = "videos.videoFormat";
    const form = parseFields(uploadForm, fields);
    if (!format || !form.ok || !this.thumbnail || Object.keys(this.errors).length > 0) return letGo();

    const name = cleanFileName(fileName);
    this.videoKey = planVideoKey(this.creatorId, name, format, this.services.clock());
    this.planThumbnail();
    await this.insertRecord(form.value, name);
    const { bytes } = await this.services.storage
      .put(this.videoKey, whole, { signal: this.signal })
      .catch(failAt("videos.uploadVideoFailed"));
    if (bytes > videoMaxBytes) this.errors.video = "videos.videoTooLarge";
  }

  /** The whole form is in: publishes, or says what is wrong with it. */
  async finish(fields: Record<string, string>): Promise<Published> {
    const form = parseFields(uploadForm, fields);
    if (fields.source === "file") {
      if (!this.sawVideo) this.errors.video = "videos.videoMissing";
      if (!this.thumbnail) this.errors.thumbnail ??= "videos.thumbnailMissing";
      // All is well now but was not when the video passed: the parts came in another order.
      if (form.ok && Object.keys(this.errors).length === 0 && !this.videoKey) {
        this.errors.video = "videos.videoMissing";
      }
    }
    if (!form.ok || Object.keys(this.errors).length > 0) {
      const errors = { ...(form.ok ? {} : form.problem.errors), ...this.errors };
      return { ok: false, problem: problemWith(fields, errors) };
    }
    if (form.value.source === "youtube") await this.takeLink(form.value);
    const videoId = this.videoId ?? (await this.insertRecord(form.value, null));
    const { db, storage, clock } = this.services;
    if (this.thumbnail && this.thumbnailUrl) {
      await storeThumbnail(storage, this.thumbnailUrl, this.thumbnail).catch(
        failAt("videos.uploadThumbnailFailed"),
      );
    }
    const [id, videoUrl, now] = [videoId, this.videoKey, clock()];
    await db
      .transaction()
      .execute(async (trx) => {
        await publishVideo(trx, { id, videoUrl, thumbnailUrl: this.thumbnailUrl, now });
        await queueConversion(trx, { videoId, videoUrl, now });
      })
      .catch(failAt("videos.uploadSaveFailed", Error));
    return { ok: true, videoId };
  }

  /** A link without a thumbnail gets YouTube's own, where it can be had. */
  private async takeLink({ youtubeUrl }: { youtubeUrl: string }): Promise<void> {
    this.thumbnail ??= await fetchYoutubeThumbnail(this.services.env.YOUTUBE_IMAGE_URL, youtubeUrl);
    this.planThumbnail();
  }

  private planThumbnail(): void {
    if (!this.thumbnail) return;
    this.thumbnailUrl = planThumbnailUrl(this.creatorId, this.thumbnail, this.services.clock());
  }

  /** The record says where its files will be before they are there: should this process be killed, a sweep finds them. */
  private async insertRecord(form: UploadForm, fileName: string | null): Promise<string> {
    const { db, clock } = this.services;
    const isLink = form.source === "youtube";
    this.videoId = await insertVideo(db, {
      creatorId: this.creatorId,
      title: form.title,
      description: form.description,
      priceCents: form.price,
      videoType: isLink ? "youtube" : "cloudflare",
      youtubeUrl: isLink ? `https://www.youtube.com/watch?v=${form.youtubeUrl}` : null,
      videoUrl: this.videoKey,
      thumbnailUrl: this.thumbnailUrl,
      fileName,
      now: clock(),
    }).catch(failAt("videos.uploadRecordFailed", Error));
    return this.videoId;
  }

  /**
   * Removes what came. The record goes first: should it have been published after all (an answer lost on the way
   * from the database), its files must stay. What cannot be removed now is logged.
   */
  async takeBack(): Promise<void> {
    const { db, storage, log } = this.services;
    try {
      if (this.videoId && !(await deleteUnpublishedVideo(db, this.videoId))) return;
      if (this.videoKey) await storage.remove(this.videoKey);
      await removeThumbnail(storage, this.thumbnailUrl);
    } catch (error) {
      log.error({ err: error, videoId: this.videoId }, "an upload could not be taken back");
    }
  }
}

/** Names the step a failure belongs to. Only errors of the given kind are such a failure; others pass as they are. */
export function failAt(step: MessageKey, kind: new (...args: never[]) => Error = StorageError) {
  return (error: unknown): never => {
    throw error instanceof kind ? new PublishFailed(step, error) : error;
  };
}
