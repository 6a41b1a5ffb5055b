import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { isThumbnailKey } from "~/integrations/storage/thumbnail-key";
import type { Services } from "~/platform/services";
import { thumbnailKeyOfJpeg } from "./cover-jpeg-path";
import { drawing } from "./picture.server";

/** Most bytes of a cover in a mail. */
const coverJpegMaxBytes = 100_000;

/** Maximum pictures that wait to be drawn in one process; each holds its thumbnail in memory. */
const maxWaiting = 20;

export type FoundCover =
  | { ok: true; jpeg: Buffer }
  | { ok: false; error: "notFound" }
  /** Too many pictures are being drawn: ask again. */
  | { ok: false; error: "busy" };

/**
 * Returns a thumbnail as a JPEG of at most 100,000 bytes. Nothing is stored: mails are opened seldom, and
 * browsers keep the answer.
 * @param path from `coverJpegPath`
 * @throws `StorageError` when the store fails
 */
export async function findCoverJpeg(
  { storage }: Pick<Services, "storage">,
  path: string,
): Promise<FoundCover> {
  const key = thumbnailKeyOfJpeg(path);
  const busy = { ok: false, error: "busy" } as const;
  if (key && drawing.pendingCount >= maxWaiting) return busy;
  const stored = key && isThumbnailKey(key) ? await storage.open(key) : undefined;
  if (!stored) return { ok: false, error: "notFound" };
  const webp = await buffer(stored.body);
  // Others were read meanwhile, too.
  if (drawing.pendingCount >= maxWaiting) return busy;
  return { ok: true, jpeg: await drawing(() => toJpeg(webp)) };
}

async function toJpeg(picture: Buffer): Promise<Buffer> {
  for (let quality = 82; ; quality -= 14) {
    const jpeg = await sharp(picture)
      .flatten({ background: "#ffffff" })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
    if (jpeg.length <= coverJpegMaxBytes || quality <= 40) return jpeg;
  }
}
