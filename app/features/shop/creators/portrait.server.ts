import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import sharp from "sharp";
import { decodePicture, readPicture } from "~/features/videos/pictures/picture.server";
import {
  listPortraitKeys,
  type PortraitWidth,
  portraitWidths,
} from "~/features/videos/pictures/picture-paths";
import type { MessageKey } from "~/i18n/message-key";
import type { Storage } from "~/integrations/storage/storage";

/** Square WebP of each size, without metadata. */
export type Portrait = Record<PortraitWidth, Buffer>;

type ReadPortrait =
  | { ok: true; portrait: Portrait }
  /** `missing`: an empty input sends an empty file. */
  | { ok: false; error: MessageKey | "missing" };

/** As thumbnails: at most 5 MB, JPEG, PNG or WEBP by content. */
export async function readPortrait(body: Readable): Promise<ReadPortrait> {
  const uploaded = await readPicture(body);
  if (!uploaded) return { ok: false, error: "creators.portraitTooLarge" };
  if (uploaded.length === 0) return { ok: false, error: "missing" };
  const portrait = await makePortrait(uploaded);
  return portrait ? { ok: true, portrait } : { ok: false, error: "creators.portraitFormat" };
}

/** Undefined if it is no picture. */
export async function makePortrait(uploaded: Buffer): Promise<Portrait | undefined> {
  const [side] = portraitWidths;
  const decoded = await decodePicture(uploaded, { width: side, height: side });
  if (!decoded) return undefined;
  const draw = (width: PortraitWidth) =>
    sharp(decoded.data, { raw: decoded.info }).resize(width, width).webp({ quality: 82 }).toBuffer();
  return { 384: await draw(384), 96: await draw(96) };
}

/** Never repeats a key, because browsers cache portraits. */
export function planPortraitKey(creatorId: string, now: Date): string {
  return `${creatorId}/portraits/${now.getTime()}-${randomBytes(4).toString("hex")}-${portraitWidths[0]}.webp`;
}

/** Throws StorageError if the store fails; `removePortrait` then removes what was stored. */
export async function storePortrait(storage: Storage, key: string, portrait: Portrait): Promise<void> {
  for (const size of listPortraitKeys(key))
    await storage.put(size.key, Readable.from([portrait[size.width]]));
}

export async function removePortrait(storage: Storage, key: string | null): Promise<void> {
  for (const size of key ? listPortraitKeys(key) : []) await storage.remove(size.key);
}
