import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { fileTypeFromBuffer } from "file-type";
import pLimit from "p-limit";
import sharp from "sharp";
import { cleanFileName, withoutEnding } from "~/features/uploads/file-name";
import { isThumbnailType, thumbnailMaxBytes } from "~/features/uploads/upload-limits";
import type { MessageKey } from "~/i18n/message-key";
import type { Storage } from "~/integrations/storage/storage";
import { listThumbnailSizes, type ThumbnailWidth, thumbnailHeight, thumbnailWidths } from "./thumbnail-sizes";

/** A larger picture is a bomb, not a photograph: 64 megapixels. */
const mostPixels = 64_000_000;

/** One picture at a time: decoded, the largest allowed takes a quarter of a gibibyte. */
const drawing = pLimit(1);

// libvips caches what it decoded; each picture is decoded once, so the cache only holds memory.
sharp.cache(false);

export interface Thumbnail {
  /** WebP in every size, without the metadata of what was uploaded. */
  images: Record<ThumbnailWidth, Buffer>;
  /** The cleaned name without its ending. */
  name: string;
}

export type ReadThumbnail = { ok: true; thumbnail: Thumbnail } | { ok: false; error: MessageKey };

/**
 * Reads an uploaded thumbnail: at most 5 MB, JPEG, PNG or WEBP by its content. It is decoded and made anew, so that
 * nothing uploaded is ever served as it came.
 */
export async function readThumbnail(body: Readable, fileName: string): Promise<ReadThumbnail> {
  const uploaded = await readUpTo(body, thumbnailMaxBytes);
  if (!uploaded) return { ok: false, error: "videos.thumbnailTooLarge" };
  if (uploaded.length === 0) return { ok: false, error: "videos.thumbnailMissing" };
  return makeThumbnail(uploaded, withoutEnding(cleanFileName(fileName)));
}

/** Makes a thumbnail of an image in memory. */
export async function makeThumbnail(uploaded: Buffer, name: string): Promise<ReadThumbnail> {
  const type = await fileTypeFromBuffer(uploaded);
  if (!isThumbnailType(type?.mime)) return { ok: false, error: "videos.thumbnailFormat" };
  try {
    return { ok: true, thumbnail: { images: await drawing(drawSizes, uploaded), name } };
  } catch {
    // Broken inside, or larger than any picture: not an image that can be used.
    return { ok: false, error: "videos.thumbnailFormat" };
  }
}

/** Decodes and crops once; what goes on from there is pixels alone, so nothing of the upload's metadata can. */
async function drawSizes(uploaded: Buffer): Promise<Thumbnail["images"]> {
  const [largest] = thumbnailWidths;
  const { data, info } = await sharp(uploaded, { limitInputPixels: mostPixels, failOn: "error" })
    .rotate()
    .resize(largest, thumbnailHeight(largest), { fit: "cover", position: "attention" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const draw = async (width: ThumbnailWidth) =>
    sharp(data, { raw: info }).resize(width, thumbnailHeight(width)).webp({ quality: 78 }).toBuffer();
  return { 960: await draw(960), 480: await draw(480) };
}

/** Reads at most so many bytes; undefined when there are more (the rest is left to the caller to drop). */
async function readUpTo(body: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Says where a thumbnail will be: `{userId}/thumbs/{timestamp}_{name}` (product.md, File names), as its public path, which is
 * what `thumbnail_url` holds: the store behind it may change. The path is the largest size's; the others follow from it.
 */
export function planThumbnailUrl(creatorId: string, { name }: Thumbnail, now: Date): string {
  // Two in the same millisecond must not meet in one key.
  const stamp = `${now.getTime()}-${randomBytes(4).toString("hex")}-${thumbnailWidths[0]}`;
  return `/thumbnails/${creatorId}/thumbs/${stamp}_${name}.webp`;
}

/**
 * Stores all sizes of a thumbnail where `planThumbnailUrl` said. When the store fails midway, some may be there:
 * `removeThumbnail` clears them.
 */
export async function storeThumbnail(storage: Storage, url: string, { images }: Thumbnail): Promise<void> {
  for (const size of listThumbnailSizes(url)) {
    const key = keyOf(size.url);
    if (key && size.width) await storage.put(key, Readable.from([images[size.width]]));
  }
}

function keyOf(url: string): string | undefined {
  return url.startsWith("/thumbnails/") ? url.slice("/thumbnails/".length) : undefined;
}

/** Removes a stored thumbnail, in all its sizes, by its public path. */
export async function removeThumbnail(storage: Storage, thumbnailUrl: string | null): Promise<void> {
  for (const { url } of thumbnailUrl ? listThumbnailSizes(thumbnailUrl) : []) {
    const key = keyOf(url);
    if (key) await storage.remove(key);
  }
}

/** A whole small answer in memory, for `makeThumbnail`; undefined when it is too large. */
export async function readImage(response: Response): Promise<Buffer | undefined> {
  if (!response.ok || !response.body) return undefined;
  if (Number(response.headers.get("Content-Length") ?? 0) > thumbnailMaxBytes) return undefined;
  const body = Readable.fromWeb(response.body as import("node:stream/web").ReadableStream);
  // The caller's time limit may strike while what was too much still waits: nobody reads it then.
  body.on("error", () => {});
  const image = await readUpTo(body, thumbnailMaxBytes);
  body.destroy();
  return image;
}
