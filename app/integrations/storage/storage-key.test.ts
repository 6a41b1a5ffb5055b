import { join, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isStorageKey } from "./storage-key";

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
