import { expect, test } from "vitest";
import { isPreviewKey, isThumbnailKey } from "~/integrations/storage/storage-key";
import { movePortrait, movePreview, moveThumbnail } from "./withdraw-files.server";

const creator = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const hex = "0123456789abcdef0123456789abcdef";
const name = `1764000000000-${hex}`;

test("the address of a withdrawn thumbnail changes in both sizes", () => {
  const moved = moveThumbnail(`/thumbnails/${creator}/thumbs/1700000000000-0a1b2c3d-960_capa.webp`, name);
  expect(moved).toEqual({
    url: `/thumbnails/${creator}/thumbs/${name}-960_capa.webp`,
    moves: [960, 480].map((width) => ({
      from: `${creator}/thumbs/1700000000000-0a1b2c3d-${width}_capa.webp`,
      to: `${creator}/thumbs/${name}-${width}_capa.webp`,
    })),
  });
  for (const { to } of moved?.moves ?? []) expect(isThumbnailKey(to)).toBe(true);
});

test("the address of a withdrawn thumbnail without sizes changes as one file", () => {
  const moved = moveThumbnail(`/thumbnails/${creator}/thumbs/1700000000000_aula-960_x.webp`, name);
  expect(moved?.moves).toEqual([
    { from: `${creator}/thumbs/1700000000000_aula-960_x.webp`, to: `${creator}/thumbs/${name}_capa.webp` },
  ]);
});

test.each(["https://media.old.example/capa.jpg", "/thumbnails/capa.webp"])(
  "%s is not a file of this store",
  (url) => {
    expect(moveThumbnail(url, name)).toBeUndefined();
  },
);

test("the address of a withdrawn portrait changes in both sizes, and that of a preview as one file", () => {
  const portrait = movePortrait(`${creator}/portraits/1700000000000-0a1b2c3d-384.webp`, name);
  expect(portrait.moves.map(({ to }) => to)).toEqual([
    `${creator}/portraits/${name}-384.webp`,
    `${creator}/portraits/${name}-96.webp`,
  ]);
  for (const { to } of portrait.moves) expect(isThumbnailKey(to)).toBe(true);
  const preview = movePreview(`${creator}/previews/${"f".repeat(32)}.mp4`, name);
  expect(preview.key).toBe(`${creator}/previews/${hex}.mp4`);
  expect(isPreviewKey(preview.key)).toBe(true);
});
