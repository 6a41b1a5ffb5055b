import { expect, test } from "vitest";
import { listPortraitKeys, portraitSource } from "./portrait-sizes";

const stem = "0b2f8f0e-0000-4000-8000-000000000000/portraits/1700000000000-1a2b3c4d";

test("a portrait has a large and a small size", () => {
  expect(listPortraitKeys(`${stem}-384.webp`)).toEqual([
    { key: `${stem}-384.webp`, width: 384 },
    { key: `${stem}-96.webp`, width: 96 },
  ]);
});

test("a portrait's image lists both sizes, with the small one for old browsers", () => {
  expect(portraitSource(`${stem}-384.webp`)).toEqual({
    src: `/thumbnails/${stem}-96.webp`,
    srcSet: `/thumbnails/${stem}-384.webp 384w, /thumbnails/${stem}-96.webp 96w`,
  });
});

test("a creator without a portrait has no portrait address", () => expect(portraitSource(null)).toEqual({}));
