import { createHash } from "node:crypto";
import sharp from "sharp";
import { brandColours, brandName, logoGrid, logoShapes } from "~/brand";
import { drawing } from "~/features/videos/pictures/picture.server";
import { type TextPaths, textPaths } from "~/features/videos/pictures/text-paths.server";
import type { Currency } from "~/i18n/money";
import { sharePictureHeight, sharePictureMaxBytes, sharePictureWidth } from "./open-graph";

/** To be raised when the drawing changes, so that every picture is drawn again. */
const design = 1;

export interface VideoPictureFacts {
  id: string;
  title: string;
  price_cents: number;
  currency: Currency;
  thumbnail_url: string | null;
}

interface CreatorPictureFacts {
  user_id: string;
  full_name: string;
  portrait_key: string | null;
}

/** Returns a public path that changes with what the picture shows. */
export function videoPicturePath({
  id,
  title,
  price_cents,
  currency,
  thumbnail_url,
}: VideoPictureFacts): string {
  return `/share/videos/${id}/${version(title, price_cents, currency, thumbnail_url)}.jpg`;
}

/** Returns a public path that changes with the name and the portrait. */
export function creatorPicturePath({ user_id, full_name, portrait_key }: CreatorPictureFacts): string {
  return `/share/creators/${user_id}/${version(full_name, portrait_key)}.jpg`;
}

function version(...shown: (string | number | null)[]): string {
  return createHash("sha256")
    .update(JSON.stringify([design, ...shown]))
    .digest("hex")
    .slice(0, 16);
}

const colours = brandColours.light;

/**
 * Draws a video's cover and, on a bar, the bird, the title and the price, such as "R$ 49,90"; without a cover, the
 * brand's ground. Returns a JPEG of 1200 × 630 pixels and at most 250,000 bytes. Throws if the cover is not an image.
 */
export async function drawVideoPicture({
  cover,
  title,
  price,
}: {
  cover: Buffer | undefined;
  title: string;
  price: string;
}): Promise<Buffer> {
  const priceText = textPaths(price, { maxWidth: 300, maxLines: 1, largest: 54, smallest: 30 });
  const priceWidth = priceText.lines[0]?.width ?? 0;
  const titleLeft = 176;
  const titleText = textPaths(title, {
    maxWidth: 1120 - titleLeft - priceWidth - 56,
    maxLines: 2,
    largest: 46,
    smallest: 32,
  });
  const bar =
    `<rect x="40" y="442" width="1120" height="148" rx="28" fill="${colours.surface}"/>` +
    bird(64, 470, 92) +
    linesAround(titleText, titleLeft, 516, colours.ink) +
    linesAround(priceText, 1128 - priceWidth, 516, colours.primary);
  return encode(cover, cover ? bar : bird(440, 70, 320) + bar);
}

/**
 * Draws a creator's name beside the portrait. Returns a JPEG of 1200 × 630 pixels and at most 250,000 bytes. Throws if
 * the portrait is not an image.
 */
export async function drawCreatorPicture({
  portrait,
  name,
}: {
  portrait: Buffer | undefined;
  name: string;
}): Promise<Buffer> {
  const side = 320;
  const nameText = textPaths(name, { maxWidth: 600, maxLines: 3, largest: 92, smallest: 52 });
  const brand = textPaths(brandName, { maxWidth: 400, maxLines: 1, largest: 44, smallest: 44 });
  const round = portrait && (await roundPicture(portrait, side));
  const art =
    `<circle cx="264" cy="315" r="200" fill="${colours.canvas}"/>` +
    (round
      ? `<image x="104" y="155" width="${side}" height="${side}" href="data:image/png;base64,${round.toString("base64")}"/>`
      : bird(144, 195, 240)) +
    linesAround(nameText, 524, 290, colours.ink) +
    bird(524, 508, 64) +
    linesAround(brand, 604, 540, colours.ink);
  return encode(undefined, art);
}

async function roundPicture(picture: Buffer, side: number): Promise<Buffer> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><circle cx="${side / 2}" cy="${side / 2}" r="${side / 2}"/></svg>`;
  return drawing(() =>
    sharp(picture)
      .resize(side, side, { fit: "cover" })
      .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
      .png()
      .toBuffer(),
  );
}

async function encode(background: Buffer | undefined, art: string): Promise<Buffer> {
  const size = `width="${sharePictureWidth}" height="${sharePictureHeight}"`;
  const ground = background
    ? ""
    : `<rect ${size} fill="#fdecd3"/><path fill="#f8d690" opacity=".6" d="M820 0C850 70 900 130 1000 140 1110 155 1120 80 1200 100V0zM0 500C110 460 190 500 290 540 400 580 520 575 620 630H0z"/>`;
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${art}</svg>`);
  return drawing(async () => {
    const { data, info } = await (background
      ? sharp(background)
          .resize(sharePictureWidth, sharePictureHeight, { fit: "cover" })
          .composite([{ input: svg }])
      : sharp(svg)
    )
      .flatten({ background: colours.canvas })
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let quality = 84; ; quality -= 12) {
      const jpeg = await sharp(data, { raw: info }).jpeg({ quality, mozjpeg: true }).toBuffer();
      if (jpeg.length <= sharePictureMaxBytes || quality <= 36) return jpeg;
    }
  });
}

/** In pixels. Instagram covers 250 at the top and 340 at the bottom with its own controls. */
const storyWidth = 1080;
const storyHeight = 1920;

const margin = 60;
const coverWidth = storyWidth - 2 * margin;
const coverHeight = (coverWidth * 9) / 16;
const coverTop = 430;

/**
 * Draws a video's cover above the title and the price, such as "R$ 49,90"; without a cover, the bird. Returns a JPEG of
 * 1080 × 1920 pixels. Throws if the cover is not an image.
 */
export async function drawStoryPicture({
  cover,
  title,
  price,
}: {
  cover: Buffer | undefined;
  title: string;
  price: string;
}): Promise<Buffer> {
  const brand = textPaths(brandName, { maxWidth: 400, maxLines: 1, largest: 64, smallest: 64 });
  const titleText = textPaths(title, { maxWidth: coverWidth, maxLines: 3, largest: 96, smallest: 56 });
  const priceText = textPaths(price, { maxWidth: 700, maxLines: 1, largest: 72, smallest: 48 });
  const priceWidth = (priceText.lines[0]?.width ?? 0) + 112;
  const birdInPlace =
    `<circle cx="${storyWidth / 2}" cy="${coverTop + coverHeight / 2}" r="${coverHeight / 2}" fill="${colours.canvas}"/>` +
    bird((storyWidth - 360) / 2, coverTop + (coverHeight - 360) / 2, 360);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${storyWidth}" height="${storyHeight}">` +
    // The bird is partly of the ground's colour.
    `<circle cx="${margin + 56}" cy="328" r="56" fill="${colours.canvas}"/>` +
    bird(margin + 16, 288, 80) +
    linesAround(brand, margin + 136, 328, colours["on-forest"]) +
    (cover ? "" : birdInPlace) +
    linesAround(titleText, margin, coverTop + coverHeight + 210, colours["on-forest"]) +
    `<rect x="${margin}" y="1390" width="${priceWidth}" height="136" rx="68" fill="${colours.surface}"/>` +
    linesAround(priceText, margin + 56, 1458, colours.primary) +
    "</svg>";
  return drawing(async () => {
    const below = cover ? [{ input: await roundCover(cover), left: margin, top: coverTop }] : [];
    const ground = {
      width: storyWidth,
      height: storyHeight,
      channels: 3 as const,
      background: colours.forest,
    };
    return sharp({ create: ground })
      .composite([...below, { input: Buffer.from(svg) }])
      .jpeg({ quality: 86, mozjpeg: true })
      .toBuffer();
  });
}

async function roundCover(cover: Buffer): Promise<Buffer> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${coverWidth}" height="${coverHeight}"><rect width="${coverWidth}" height="${coverHeight}" rx="40"/></svg>`;
  return sharp(cover)
    .resize(coverWidth, coverHeight, { fit: "cover" })
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}

/** Returns lines of text as SVG. `middle`: the vertical centre. */
function linesAround({ lines, size }: TextPaths, x: number, middle: number, colour: string): string {
  const lineHeight = size * 1.08;
  const capHeight = size * 0.7;
  const first = middle - ((lines.length - 1) * lineHeight) / 2 + capHeight / 2;
  const paths = lines.map(
    ({ path }, index) => `<path transform="translate(${x} ${first + index * lineHeight})" d="${path}"/>`,
  );
  return `<g fill="${colour}">${paths.join("")}</g>`;
}

function bird(x: number, y: number, side: number): string {
  const shapes = logoShapes.map(({ token, path }) => `<path fill="${colours[token]}" d="${path}"/>`);
  return `<g transform="translate(${x} ${y}) scale(${side / logoGrid})">${shapes.join("")}</g>`;
}
