import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { isThumbnailKey } from "~/integrations/storage/storage-key";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import { coverHeight, coverWidth, drawCoverArt } from "./cover-art";
import { groundColours } from "./cover-designs";
import { type CoverChoice, parseCoverChoice } from "./cover-form";
import { drawing, drawing as drawingQueue } from "./picture.server";
import { thumbnailKeyOfJpeg } from "./picture-paths";
import { type TextPaths, textPaths } from "./text-paths.server";
import { makeThumbnail, type ReadThumbnail, readThumbnail } from "./thumbnail.server";

/**
 * In units of the cover's grid. The right side stays free for a duration or a preview's mark, the upper part for a
 * card's badge.
 */
const titleLeft = 76;
const titleBottom = 60;
const titleMaxHeight = (coverHeight * 13) / 24;
const lineSpacing = 1.02;

/** Seven twelfths of the cover, its left edge included. */
const titleMaxWidth = (coverWidth * 7) / 12 - titleLeft;

/** At the largest size at which it fits. */
function writeTitle(title: string): TextPaths {
  const box = { maxWidth: titleMaxWidth, maxLines: 4, smallest: 72 };
  let written = textPaths(title, { ...box, largest: 108 });
  while (written.lines.length * written.size * lineSpacing > titleMaxHeight)
    written = textPaths(title, { ...box, largest: Math.floor(written.size * 0.94) });
  return written;
}

export async function drawCover({ drawing, ground, title }: CoverChoice, width: number): Promise<Buffer> {
  const colours = groundColours[ground];
  const { lines, size } = writeTitle(title);
  const lineHeight = size * lineSpacing;
  const paths = lines.map(({ path }, index) => {
    const baseline = coverHeight - titleBottom - size * 0.2 - (lines.length - 1 - index) * lineHeight;
    return `<path transform="translate(${titleLeft} ${baseline})" d="${path}"/>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * 9) / 16}" viewBox="0 0 ${coverWidth} ${coverHeight}">` +
    `${drawCoverArt(drawing, colours)}<g fill="${colours.text}">${paths.join("")}</g></svg>`;
  return drawingQueue(() => sharp(Buffer.from(svg)).png().toBuffer());
}

export async function makeCover(choice: CoverChoice): Promise<ReadThumbnail> {
  return makeThumbnail(await drawCover(choice, coverWidth), `capa-${choice.drawing}`);
}

/** If no picture was sent, makes the cover that the fields choose. `fields`: a form sends them before its files. */
export async function readThumbnailOrCover(
  body: Readable,
  fileName: string,
  fields: Record<string, string>,
): Promise<ReadThumbnail> {
  const read = await readThumbnail(body, fileName);
  const choice = !read.ok && read.error === "videos.thumbnailMissing" ? parseCoverChoice(fields) : undefined;
  return choice ? makeCover(choice) : read;
}

const coverJpegMaxBytes = 100_000;

/** In one process; each holds its thumbnail in memory. */
const maxWaiting = 20;

type FoundCover =
  | { ok: true; jpeg: Buffer }
  | { ok: false; error: "notFound" }
  /** Too many pictures are being drawn: ask again. */
  | { ok: false; error: "busy" };

/**
 * At most 100,000 bytes. Nothing is stored: mails are opened seldom, and browsers keep the answer. `path`: from
 * `coverJpegPath`. Throws StorageError.
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

/** Per account, in the cover maker: each is drawn. */
export const coverPictureLimit: LimitRule = { name: "cover-picture", tries: 120, seconds: 60 };
