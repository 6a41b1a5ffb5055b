import sharp from "sharp";
import { brandColours, brandName, logoGrid, logoShapes } from "~/brand";
import { drawing } from "~/features/videos/pictures/picture.server";
import { type TextPaths, textPaths } from "~/features/videos/pictures/text-paths.server";

const colours = brandColours.light;

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
export function linesAround({ lines, size }: TextPaths, x: number, middle: number, colour: string): string {
  const lineHeight = size * 1.08;
  const capHeight = size * 0.7;
  const first = middle - ((lines.length - 1) * lineHeight) / 2 + capHeight / 2;
  const paths = lines.map(
    ({ path }, index) => `<path transform="translate(${x} ${first + index * lineHeight})" d="${path}"/>`,
  );
  return `<g fill="${colour}">${paths.join("")}</g>`;
}

export function bird(x: number, y: number, side: number): string {
  const shapes = logoShapes.map(
    ({ token, path }) => `<path fill="${brandColours.light[token]}" d="${path}"/>`,
  );
  return `<g transform="translate(${x} ${y}) scale(${side / logoGrid})">${shapes.join("")}</g>`;
}
