import { expect, test } from "vitest";
import { isReadable, markFile } from "./file-fingerprint";

const MiB = 1024 * 1024;

function file(bytes: number, change?: { at: number }, lastModified = 1_700_000_000_000): File {
  const content = new Uint8Array(bytes);
  if (change) content[change.at] = 1;
  return new File([content], "aula.mp4", { lastModified });
}

test("a file has the same fingerprint under any name, which fits its column", async () => {
  const mark = await markFile(file(3 * MiB));
  expect(mark).toMatch(/^[0-9a-f]{64}$/);
  const renamed = new File([file(3 * MiB)], "outra.mp4", { lastModified: 1_700_000_000_000 });
  expect(await markFile(renamed)).toBe(mark);
});

test.each([
  ["longer", file(3 * MiB + 1)],
  ["another beginning", file(3 * MiB, { at: 0 })],
  ["another end", file(3 * MiB, { at: 3 * MiB - 1 })],
  ["saved again", file(3 * MiB, undefined, 1_700_000_000_001)],
])("a changed file has a different fingerprint: %s", async (_what, other) => {
  expect(await markFile(other)).not.toBe(await markFile(file(3 * MiB)));
});

test("small files are hashed completely", async () => {
  expect(await markFile(file(10, { at: 5 }))).not.toBe(await markFile(file(10)));
  expect(await markFile(file(0))).toMatch(/^[0-9a-f]{64}$/);
});

test("an unreadable file is detected by its first byte", async () => {
  expect(await isReadable(file(10))).toBe(true);
  const moved = file(10);
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) };
  moved.slice = () => Object.assign(new Blob(), unreadable);
  expect(await isReadable(moved)).toBe(false);
});
