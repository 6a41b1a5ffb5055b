import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import sharp from "sharp";
import { thumbnailMaxBytes } from "~/features/base/files/accepted-files";
import { cleanFileName, withoutEnding } from "~/features/base/files/declared-file";
import { parseYoutubeId } from "~/features/videos/listing/youtube-link";
import type { MessageKey } from "~/i18n/message-key";
import type { Storage } from "~/integrations/storage/storage";
import type { Services } from "~/platform/services";
import { decodePicture, readPicture, readUpTo } from "./picture.server";
import { listThumbnailSizes, type ThumbnailWidth, thumbnailHeight, thumbnailWidths } from "./picture-paths";
import { findWithoutThumbnail, setMissingThumbnail } from "./youtube-thumbnails.queries.server";

export interface Thumbnail {
  /** WebP, without the metadata of what was uploaded. */
  images: Record<ThumbnailWidth, Buffer>;
  /** Cleaned, without its ending. */
  name: string;
}

export type ReadThumbnail = { ok: true; thumbnail: Thumbnail } | { ok: false; error: MessageKey };

/** At most 5 MB, JPEG, PNG or WEBP by its content. Encoded again, so that uploaded bytes are never served. */
export async function readThumbnail(body: Readable, fileName: string): Promise<ReadThumbnail> {
  const uploaded = await readPicture(body);
  if (!uploaded) return { ok: false, error: "videos.thumbnailTooLarge" };
  if (uploaded.length === 0) return { ok: false, error: "videos.thumbnailMissing" };
  return makeThumbnail(uploaded, withoutEnding(cleanFileName(fileName)));
}

export async function makeThumbnail(uploaded: Buffer, name: string): Promise<ReadThumbnail> {
  const [largest] = thumbnailWidths;
  const decoded = await decodePicture(uploaded, { width: largest, height: thumbnailHeight(largest) });
  if (!decoded) return { ok: false, error: "videos.thumbnailFormat" };
  const { data, info } = decoded;
  const draw = async (width: ThumbnailWidth) =>
    sharp(data, { raw: info }).resize(width, thumbnailHeight(width)).webp({ quality: 78 }).toBuffer();
  return { ok: true, thumbnail: { images: { 960: await draw(960), 480: await draw(480) }, name } };
}

/**
 * The public path (product.md, File names) of the largest size, as in `thumbnail_url`: the store behind it may
 * change.
 */
export function planThumbnailUrl(creatorId: string, { name }: Pick<Thumbnail, "name">, now: Date): string {
  // Two in the same millisecond must not meet in one key.
  const stamp = `${now.getTime()}-${randomBytes(4).toString("hex")}-${thumbnailWidths[0]}`;
  return `/thumbnails/${creatorId}/thumbs/${stamp}_${name}.webp`;
}

/** When the store fails midway, `removeThumbnail` clears what is there. */
export async function storeThumbnail(storage: Storage, url: string, { images }: Thumbnail): Promise<void> {
  for (const size of listThumbnailSizes(url)) {
    const key = keyOf(size.url);
    if (key && size.width) await storage.put(key, Readable.from([images[size.width]]));
  }
}

function keyOf(url: string): string | undefined {
  return url.startsWith("/thumbnails/") ? url.slice("/thumbnails/".length) : undefined;
}

export function listThumbnailFiles(thumbnailUrl: string): string[] {
  return listThumbnailSizes(thumbnailUrl).flatMap(({ url }) => keyOf(url) ?? []);
}

/** In all its sizes, by its public path. */
export async function removeThumbnail(storage: Storage, thumbnailUrl: string | null): Promise<void> {
  for (const key of thumbnailUrl ? listThumbnailFiles(thumbnailUrl) : []) await storage.remove(key);
}

/** Undefined if a size is missing. */
export async function readStoredThumbnail(storage: Storage, url: string): Promise<Thumbnail | undefined> {
  const images: Partial<Record<ThumbnailWidth, Buffer>> = {};
  for (const size of listThumbnailSizes(url)) {
    const key = keyOf(size.url);
    const stored = key && size.width ? await storage.open(key) : undefined;
    const image = stored && (await readUpTo(stored.body, thumbnailMaxBytes));
    if (image && size.width) images[size.width] = image;
  }
  const { 960: large, 480: small } = images;
  if (!large || !small) return undefined;
  const name = url.slice(url.indexOf("_", url.lastIndexOf("/")) + 1, -".webp".length);
  return { images: { 960: large, 480: small }, name };
}

/** Undefined when it is too large. */
async function readImage(response: Response): Promise<Buffer | undefined> {
  if (!response.ok || !response.body) return undefined;
  if (Number(response.headers.get("Content-Length") ?? 0) > thumbnailMaxBytes) return undefined;
  const body = Readable.fromWeb(response.body as import("node:stream/web").ReadableStream);
  // The caller's time limit may abort while the rest still waits unread.
  body.on("error", () => {});
  const image = await readUpTo(body, thumbnailMaxBytes);
  body.destroy();
  return image;
}

/** In milliseconds: YouTube's image host responds at once or not at all. */
const timeoutMs = 3_000;

/**
 * Copied (product.md, Validation), so that no page contains the id of a video that is not bought. Undefined when it
 * is unavailable; a placeholder is then shown.
 */
export async function fetchYoutubeThumbnail(
  imageOrigin: string,
  youtubeId: string,
): Promise<Thumbnail | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${imageOrigin}/vi/${youtubeId}/hqdefault.jpg`, {
      signal,
      redirect: "error",
    });
    const image = await readImage(response);
    // Named without the id, because the path is public.
    const result = image && (await makeThumbnail(image, "youtube"));
    return result?.ok ? result.thumbnail : undefined;
  } catch {
    return undefined;
  }
}

/** Of a video published without a thumbnail. Throws when fetching or storing fails, so that the queue retries. */
export async function copyYoutubeThumbnail(
  { db, storage, clock, env }: Pick<Services, "db" | "storage" | "clock" | "env">,
  videoId: string,
): Promise<void> {
  const video = await findWithoutThumbnail(db, videoId);
  const youtubeId = video?.youtube_url ? parseYoutubeId(video.youtube_url) : undefined;
  if (!video || !youtubeId) return;
  const thumbnail = await fetchYoutubeThumbnail(env.YOUTUBE_IMAGE_URL, youtubeId);
  // Without the id, because the message is logged.
  if (!thumbnail) throw new Error("YouTube's image could not be fetched");
  const url = planThumbnailUrl(video.creator_id, thumbnail, clock());
  let isSet = false;
  try {
    await storeThumbnail(storage, url, thumbnail);
    isSet = await setMissingThumbnail(db, videoId, url);
  } finally {
    if (!isSet) await removeThumbnail(storage, url);
  }
}

/** Copying YouTube's picture is being retried, or has failed. */
type MissingThumbnail = "trying" | "gaveUp";

/** In milliseconds: as long as the queue retries a job. */
const triedMs = 3 * 24 * 60 * 60 * 1000;

/** Undefined if the video has a thumbnail. */
export function decideMissingThumbnail(
  video: { video_type: string; thumbnail_url: string | null; published_at: Date | null },
  now: Date,
): MissingThumbnail | undefined {
  if (video.video_type !== "youtube" || video.thumbnail_url || !video.published_at) return undefined;
  return now.getTime() - video.published_at.getTime() < triedMs ? "trying" : "gaveUp";
}
