import type { Readable } from "node:stream";
import { queueConversion } from "~/features/encoding/queue-conversion.server";
import { takeStreamState } from "~/features/encoding/record-stream-status.server";
import { insertStream, leaveStore } from "~/features/encoding/video-streams.queries.server";
import {
  planThumbnailUrl,
  readThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "~/features/thumbnails/thumbnail.server";
import { fetchYoutubeThumbnail } from "~/features/thumbnails/youtube-thumbnail.server";
import { type Streaming, StreamingError } from "~/integrations/streaming/streaming";
import { type FieldErrors, type FormProblem, parseFields, problemWith } from "~/platform/forms.server";
import { addJob } from "~/platform/jobs.queries.server";
import { type FilePart, readMultipart } from "~/platform/multipart.server";
import type { Services } from "~/platform/services";
import { detectVideo } from "./detect-video.server";
import { removeUpload } from "./discard-upload.server";
import { cleanFileName } from "./file-name";
import { deleteUnpublishedVideo, publishVideo } from "./new-video.queries.server";
import { deliveryOfNew } from "./new-video-delivery.server";
import { failAt } from "./publish-failure.server";
import { recordVideo } from "./record-video.server";
import { closeUpload } from "./resumable-uploads.queries.server";
import { type UploadForm, uploadForm } from "./upload-form";
import { videoMaxBytes } from "./upload-limits";
import { planVideoKey } from "./video-key.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "env" | "log">;

/**
 * `stream` is for a video that the streaming service prepares: it goes on sale once that is done. `thumbnailLater`:
 * YouTube's image could not be fetched, and is tried again.
 */
export type Published =
  | { ok: true; videoId: string; stream?: "processing"; thumbnailLater?: boolean }
  | { ok: false; problem: FormProblem };

/**
 * Publishes a video from the streamed upload form (product.md, Video creation): the record first, unpublished;
 * then the file, straight into the store or on to the streaming service; published only once all is whole, by the
 * service once it plays. Whatever fails, record and bytes are taken back.
 * Takes the creator and the request, its parts in the order of the form: text, thumbnail, video; `typed` is filled with
 * the text fields as they come, so that whoever hears of a failure has them too. Gives the new video, or messages by
 * field. Throws PublishFailed when the store or the database fails, BrokenForm when the sender
 * breaks off.
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

/** The most bytes that the streaming service takes as one form; what is larger goes by tus. */
const formMaxBytes = 200_000_000;

/** One upload on its way: what has come so far, and what must go again if it fails. */
class Upload {
  private readonly errors: FieldErrors = {};
  private thumbnail: Thumbnail | undefined;
  private thumbnailUrl: string | null = null;
  private sawVideo = false;
  private videoKey: string | null = null;
  private streamUid: string | null = null;
  private videoId: string | undefined;

  constructor(
    private readonly services: Needs,
    private readonly creatorId: string,
    private readonly signal: AbortSignal,
    private readonly typed: Record<string, string>,
  ) {}

  async take(part: FilePart, fields: Record<string, string>): Promise<void> {
    Object.assign(this.typed, fields);
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
  private async takeVideo(part: FilePart, fields: Record<string, string>): Promise<void> {
    const { body, fileName, bytesIfLast } = part;
    this.sawVideo = true;
    const { format, empty, whole, letGo } = await detectVideo(body);
    if (empty) this.errors.video = "videos.videoMissing";
    else if (!format) this.errors.video = "videos.videoFormat";
    const form = parseFields(uploadForm, fields);
    if (!format || !form.ok || !this.thumbnail || Object.keys(this.errors).length > 0) return letGo();

    const streaming = deliveryOfNew(this.services);
    if (streaming && bytesIfLast !== undefined && bytesIfLast > videoMaxBytes) {
      this.errors.video = "videos.videoTooLarge";
      return letGo();
    }
    const file = { name: cleanFileName(fileName) };
    this.planThumbnail();
    if (streaming && bytesIfLast !== undefined) {
      if (!(await this.insertRecord(form.value, file.name))) return letGo();
      return this.relay(streaming, { name: file.name, body: whole, bytes: bytesIfLast });
    }
    this.videoKey = planVideoKey(this.creatorId, file.name, format, this.services.clock());
    if (!(await this.insertRecord(form.value, file.name))) {
      this.videoKey = null;
      return letGo();
    }
    const bytes = await this.store(this.videoKey, whole);
    if (!bytes || !streaming) return;
    // The service asks for the length first, and nobody said it: now the store has counted.
    const counted = await this.services.storage
      .open(this.videoKey ?? "")
      .catch(failAt("videos.uploadVideoFailed"));
    if (!counted) throw new Error("what was stored this moment is not there");
    try {
      await this.relay(streaming, { name: file.name, body: counted.body, bytes });
    } finally {
      counted.body.destroy();
    }
  }

  /** Gives how many bytes the store took; undefined for too many. */
  private async store(key: string, whole: Readable): Promise<number | undefined> {
    const { bytes } = await this.services.storage
      .put(key, whole, { signal: this.signal })
      .catch(failAt("videos.uploadVideoFailed"));
    if (bytes <= videoMaxBytes) return bytes;
    this.errors.video = "videos.videoTooLarge";
    return undefined;
  }

  /** Passes a file on as it comes. Where it goes is noted before a byte has gone there. */
  private async relay(
    streaming: Streaming,
    { name, body, bytes }: { name: string; body: Readable; bytes: number },
  ): Promise<void> {
    const { db, clock } = this.services;
    const way = bytes <= formMaxBytes ? "form" : "tus";
    const fails = failAt("videos.uploadVideoFailed", StreamingError);
    const place = await streaming.beginUpload({ bytes, way, name, creatorId: this.creatorId }).catch(fails);
    this.streamUid = place.uid;
    const noted = { videoId: this.videoId ?? "", uid: place.uid, now: clock(), checkAt: null };
    await db
      .transaction()
      .execute((trx) => insertStream(trx, noted))
      .catch(failAt("videos.uploadRecordFailed", Error));
    await streaming
      .send(place, body, { bytes, signal: this.signal })
      // Longer or shorter than its form said: no browser does that.
      .catch(failAt("videos.uploadVideoFailed", RangeError))
      .catch(fails);
  }

  /** The whole form is in: publishes, or says what is wrong with it. */
  async finish(fields: Record<string, string>): Promise<Published> {
    Object.assign(this.typed, fields);
    const form = parseFields(uploadForm, fields);
    if (fields.source === "file") {
      if (!this.sawVideo) this.errors.video = "videos.videoMissing";
      if (!this.thumbnail) this.errors.thumbnail ??= "videos.thumbnailMissing";
      // All is well now but was not when the video passed: the parts came in another order.
      if (form.ok && Object.keys(this.errors).length === 0 && !this.videoKey && !this.streamUid) {
        this.errors.video = "videos.videoMissing";
      }
    }
    if (!form.ok || Object.keys(this.errors).length > 0) {
      const errors = { ...(form.ok ? {} : form.problem.errors), ...this.errors };
      return { ok: false, problem: problemWith(fields, errors) };
    }
    if (form.value.source === "youtube") await this.takeLink(form.value);
    const videoId = this.videoId ?? (await this.insertRecord(form.value, null));
    if (!videoId) return { ok: false, problem: problemWith(fields, this.errors) };
    const { db, storage, clock } = this.services;
    const { streamUid } = this;
    if (this.thumbnail && this.thumbnailUrl) {
      await storeThumbnail(storage, this.thumbnailUrl, this.thumbnail).catch(
        failAt("videos.uploadThumbnailFailed"),
      );
    }
    if (streamUid) {
      await this.handIn(streamUid, videoId).catch(failAt("videos.uploadSaveFailed", Error));
      return { ok: true, videoId, stream: "processing" };
    }
    const thumbnailLater = form.value.source === "youtube" && this.thumbnailUrl === null;
    const [id, videoUrl, now] = [videoId, this.videoKey, clock()];
    await db
      .transaction()
      .execute(async (trx) => {
        await publishVideo(trx, { id, videoUrl, thumbnailUrl: this.thumbnailUrl, now });
        await queueConversion(trx, { videoId, videoUrl, now });
        if (thumbnailLater)
          await addJob(trx, "copy-youtube-thumbnail", { videoId }, { key: `youtube-thumbnail:${videoId}` });
      })
      .catch(failAt("videos.uploadSaveFailed", Error));
    return { ok: true, videoId, ...(thumbnailLater ? { thumbnailLater } : {}) };
  }

  /** All is there: what the store counted is not needed any more, and the service's word publishes. */
  private async handIn(uid: string, videoId: string): Promise<void> {
    const { db, storage } = this.services;
    if (this.videoKey) {
      await storage.remove(this.videoKey);
      await leaveStore(db, videoId);
    }
    const word = { uid, state: { state: "waiting" }, relayed: true } as const;
    if (!(await takeStreamState(this.services, word))) throw new Error("the record is gone");
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

  /**
   * The record says where its files will be before they are there: should this process be killed, a sweep finds them.
   * Returns undefined, with a message for the form, where the creator has reached a ceiling.
   */
  private async insertRecord(form: UploadForm, fileName: string | null): Promise<string | undefined> {
    const { db, clock } = this.services;
    const isLink = form.source === "youtube";
    const recorded = await recordVideo(db, {
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
    if (!recorded.ok) {
      this.errors.form = recorded.error;
      return undefined;
    }
    this.videoId = recorded.videoId;
    return this.videoId;
  }

  /**
   * Removes what came. The record is closed first: should it have been published after all (an answer lost on the way
   * from the database), its files must stay. What cannot be removed now is logged, and swept later.
   */
  async takeBack(): Promise<void> {
    const { videoId, creatorId, services } = this;
    if (!videoId) return;
    try {
      const closed = await closeUpload(services.db, { creatorId, videoId, now: services.clock() }).catch(
        // A full database writes nothing, but deletes.
        () => deleteUnpublishedVideo(services.db, videoId),
      );
      if (!closed) return;
    } catch (error) {
      services.log.error({ err: error, videoId }, "an upload could not be taken back");
      return;
    }
    await removeUpload(services, {
      videoId,
      thumbnailUrl: this.thumbnailUrl,
      video_url: this.videoKey,
      cloudflare_video_id: this.streamUid,
    });
  }
}
