import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import { brandColours, logoGrid, logoShapes } from "~/brand";

const publicFile = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url));

it("the favicon has the brand's shapes and colours", () => {
  const svg = publicFile("favicon.svg").toString();
  expect(svg).toContain(`viewBox="0 0 ${logoGrid} ${logoGrid}"`);
  for (const { token, path } of logoShapes) {
    expect(svg).toContain(`<path class="${token}" d="${path}"/>`);
    const rules = svg.split("@media (prefers-color-scheme:dark)");
    expect(rules.map((part) => new RegExp(`\\.${token}\\{fill:(#\\w+)\\}`).exec(part)?.[1])).toEqual([
      brandColours.light[token],
      brandColours.dark[token],
    ]);
  }
});

it("the bird fills its square without touching the edge", async () => {
  const side = 256;
  const { data } = await sharp(publicFile("favicon.svg"))
    .resize(side, side)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const painted = (x: number, y: number) => (data[4 * (y * side + x) + 3] ?? 0) > 0;
  const along = Array.from({ length: side }, (_, index) => index);
  const columns = along.filter((x) => along.some((y) => painted(x, y)));
  const rows = along.filter((y) => along.some((x) => painted(x, y)));
  expect(Math.min(...columns, ...rows)).toBeGreaterThan(0);
  expect(Math.max(...columns, ...rows)).toBeLessThan(side - 1);
  expect(columns.length).toBeGreaterThan(side * 0.9);
});

it("the touch icon has 180 px without transparency, as Apple requires", async () => {
  const { width, height } = await sharp(publicFile("apple-touch-icon.png")).metadata();
  expect([width, height]).toEqual([180, 180]);
  const { isOpaque } = await sharp(publicFile("apple-touch-icon.png")).stats();
  expect(isOpaque).toBe(true);
});

it("the install dialog has screenshots in the manifest's sizes, in one shape per form factor", async () => {
  const { screenshots } = JSON.parse(publicFile("manifest.webmanifest").toString()) as {
    screenshots: { src: string; sizes: string; form_factor: "narrow" | "wide" }[];
  };
  expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(["narrow", "narrow", "wide"]);
  for (const { src, sizes } of screenshots) {
    const { width, height, format } = await sharp(publicFile(src.slice(1))).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, "webp"]);
    expect(publicFile(src.slice(1)).length).toBeLessThan(100_000);
  }
  const narrow = screenshots.filter(({ form_factor }) => form_factor === "narrow");
  expect(new Set(narrow.map(({ sizes }) => sizes)).size).toBe(1);
});

it("the ICO has three PNG pictures at the offsets of its directory", async () => {
  const file = publicFile("favicon.ico");
  expect(file.readUInt16LE(2)).toBe(1);
  expect(file.readUInt16LE(4)).toBe(3);
  for (const [index, side] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index;
    const start = file.readUInt32LE(entry + 12);
    const picture = file.subarray(start, start + file.readUInt32LE(entry + 8));
    expect(file.readUInt8(entry)).toBe(side);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: side, height: side });
  }
});
