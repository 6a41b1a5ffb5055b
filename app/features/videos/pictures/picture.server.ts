import type { Readable } from "node:stream";
import { fileTypeFromBuffer } from "file-type";
import pLimit from "p-limit";
import sharp, { type OutputInfo } from "sharp";
import { isThumbnailType, thumbnailMaxBytes } from "~/features/base/files/accepted-files";

/** A larger picture is a bomb, not a photograph: 64 megapixels. */
const maxPixels = 64_000_000;

/** One picture at a time: decoded, the largest allowed takes a quarter of a gibibyte. */
export const drawing = pLimit(1);

// libvips caches what it decoded; each picture is decoded once, so the cache only holds memory.
sharp.cache(false);

/** Nothing of the upload's metadata is left. */
interface DecodedPicture {
  data: Buffer;
  info: OutputInfo;
}

/** Turned as its metadata says, and cropped. Undefined unless it is a JPEG, PNG or WEBP by its content. */
export async function decodePicture(
  uploaded: Buffer,
  { width, height }: { width: number; height: number },
): Promise<DecodedPicture | undefined> {
  const type = await fileTypeFromBuffer(uploaded);
  if (!isThumbnailType(type?.mime)) return undefined;
  try {
    return await drawing(() =>
      sharp(uploaded, { limitInputPixels: maxPixels, failOn: "error" })
        .rotate()
        .resize(width, height, { fit: "cover", position: "attention" })
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true }),
    );
  } catch {
    // Broken inside, or larger than any picture.
    return undefined;
  }
}

/** Undefined when it is larger than 5 MB. */
export async function readPicture(body: Readable): Promise<Buffer | undefined> {
  return readUpTo(body, thumbnailMaxBytes);
}

/** Undefined if there are more bytes (the caller drops the rest). */
export async function readUpTo(body: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
