import fc from "fast-check";
import { expect, test } from "vitest";
import {
  coverJpegPath,
  listPortraitKeys,
  listThumbnailSizes,
  portraitSource,
  thumbnailKeyOfJpeg,
  thumbnailSrcSet,
} from "./picture-paths";

const folder = "/thumbnails/7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/thumbs";

test("both widths of a thumbnail are derived from the stored path, and listed by srcset", () => {
  const [large, small] = [`${folder}/1-ab-960_capa.webp`, `${folder}/1-ab-480_capa.webp`];
  expect(listThumbnailSizes(large)).toEqual([
    { url: large, width: 960 },
    { url: small, width: 480 },
  ]);
  expect(thumbnailSrcSet(large)).toBe(`${large} 960w, ${small} 480w`);
});

test.each([
  `${folder}/1700000000000-1a2b3c4d_capa.webp`,
  `${folder}/1700000000000-1a2b3c4d_foto-960_x.webp`,
  `${folder}/1700000000000-1a2b3c4d_2-ab-960_x.webp`,
  `${folder}/old.webp`,
  "https://images.example/1-ab-960_capa.webp",
])("a thumbnail of the older format has a single size: %s", (url) => {
  expect(listThumbnailSizes(url)).toEqual([{ url }]);
  expect(thumbnailSrcSet(url)).toBeUndefined();
});

test("a video without a thumbnail has no srcset, and a creator without a portrait no portrait address", () => {
  expect(thumbnailSrcSet(null)).toBeUndefined();
  expect(portraitSource(null)).toEqual({});
});

test("the name of an uploaded file cannot imitate a size", () => {
  const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,100}$/);
  fc.assert(
    fc.property(name, (called) => {
      expect(listThumbnailSizes(`${folder}/1-ab_${called}.webp`)).toHaveLength(1);
      expect(listThumbnailSizes(`${folder}/1-ab-960_${called}.webp`).map(({ url }) => url)).toEqual([
        `${folder}/1-ab-960_${called}.webp`,
        `${folder}/1-ab-480_${called}.webp`,
      ]);
    }),
  );
});

const stem = "0b2f8f0e-0000-4000-8000-000000000000/portraits/1700000000000-1a2b3c4d";

test("a portrait has a large and a small size, and its image the small one for old browsers", () => {
  expect(listPortraitKeys(`${stem}-384.webp`)).toEqual([
    { key: `${stem}-384.webp`, width: 384 },
    { key: `${stem}-96.webp`, width: 96 },
  ]);
  expect(portraitSource(`${stem}-384.webp`)).toEqual({
    src: `/thumbnails/${stem}-96.webp`,
    srcSet: `/thumbnails/${stem}-384.webp 384w, /thumbnails/${stem}-96.webp 96w`,
  });
});

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
