import { expect, test } from "vitest";
import { coverJpegPath, thumbnailKeyOfJpeg } from "./cover-jpeg-path";

const creator = "3f6f2a52-5d3e-4a53-9c43-0f6f4f5e8f10";
const name = "1700000000000-0a1b2c3d-960_capa";

test("a stored thumbnail has a path that leads back to its key", () => {
  const path = coverJpegPath(`/thumbnails/${creator}/thumbs/${name}.webp`);
  expect(path).toBe(`/share/covers/${creator}/${name}.jpg`);
  expect(thumbnailKeyOfJpeg(path ?? "")).toBe(`${creator}/thumbs/${name}.webp`);
});

test.each([
  null,
  "",
  "https://i.ytimg.com/vi/x/hqdefault.jpg",
  `/thumbnails/${creator}/portraits/${name}.webp`,
])("the thumbnail %s has no JPEG path", (url) => expect(coverJpegPath(url)).toBeUndefined());

test.each([
  `/share/covers/${creator}/../${name}.jpg`,
  `/share/covers/${creator}/${name}.webp`,
  "/share/covers/.jpg",
])("the path %s names no thumbnail", (path) => expect(thumbnailKeyOfJpeg(path)).toBeUndefined());
