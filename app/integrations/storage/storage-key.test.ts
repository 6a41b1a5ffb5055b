import { join, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isPreviewKey, isStorageKey, isThumbnailKey } from "./storage-key";

test.each([
  "a",
  "a.mp4",
  "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos/x_1.mp4",
  ".a",
  "...",
  `${"x".repeat(200)}`,
])("%s is a storage key", (key) => expect(isStorageKey(key)).toBe(true));

test.each([
  "",
  ".",
  "..",
  "/a",
  "a/",
  "a//b",
  "a/./b",
  "../a",
  "a/..",
  "a\\b",
  "a b",
  "a%2fb",
  "a\n",
  "é",
  "a\0",
  "C:",
])("%j is not a storage key", (key) => expect(isStorageKey(key)).toBe(false));

const owner = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const name = "0123456789abcdef0123456789abcdef";

test("pictures and previews are files for everyone", () => {
  for (const folder of ["thumbs", "portraits"])
    expect(isThumbnailKey(`${owner}/${folder}/one-640.webp`)).toBe(true);
  expect(isPreviewKey(`${owner}/previews/${name}.mp4`)).toBe(true);
});

test.each([
  `${owner}/videos/one.mp4`,
  `${owner}/videos/one.webp`,
  `${owner}/thumbs/one.mp4`,
  `${owner}/thumbs/one.webp.mp4`,
  `${owner}/thumbs/deep/one.webp`,
  `${owner}/videos/thumbs/one.webp`,
  `x/${owner}/thumbs/one.webp`,
  "someone/thumbs/one.webp",
  `${owner.toUpperCase()}/thumbs/one.webp`,
  `${owner}/thumbs/.webp`,
  `${owner}/thumbs/original.png`,
  `${owner}/1700000000000-abcdef_aula.mp4`,
  `${owner}/trailers/${name}.mp4`,
  `${owner}/previews/${name}.mov`,
  `${owner}/previews/${name}0.mp4`,
  `${owner}/previews/aula.mp4`,
])("%s is not for everyone", (key) =>
  expect([isThumbnailKey(key), isPreviewKey(key)]).toEqual([false, false]),
);

test("every storage key stays in its folder and reads the same in a URL", () => {
  const hostile = fc.array(fc.constantFrom(".", "..", "a", "/", "\\", "%2e", "\0", " ", "x.mp4", "-"), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        hostile.map((parts) => parts.join("")),
      ),
      (key) => {
        if (!isStorageKey(key)) return;
        expect(join("/store", key)).toBe(`/store${sep}${key.split("/").join(sep)}`);
        expect(new URL(`http://site/files/${key}`).pathname).toBe(`/files/${key}`);
      },
    ),
    { numRuns: 5000 },
  );
});
