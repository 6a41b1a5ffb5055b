import { expect, test } from "vitest";
import {
  createTransferRate,
  decideSetback,
  decideStreamSetback,
  isReadable,
  markFile,
  secondsLeft,
} from "./transfer-rules";

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

const ask = { next: "ask", message: "uploads.sessionEnded" };
const end = (message: string) => ({ next: "end", message });
const busy = { next: "retry", cause: "busy" };
test.each([
  [[408, 409, 423, 429, 500, 502, 503, 504], "", busy],
  [[0], "", { next: "retry", cause: "offline" }],
  [[401, 403], "", ask],
  [[404, 410], "", end("uploads.gone")],
  [[413], "", end("uploads.longerThanSaid")],
  [[422], "videos.videoFormat", end("videos.videoFormat")],
  [[422], "<script>", end("uploads.gone")],
  [[400, 412], "", end("videos.uploadUnknown")],
  [[507], "", { ...end("videos.uploadVideoFailed"), reason: "videos.reasonFull" }],
])("after the status %j with the text %j the upload goes on with %j", (statuses, text, setback) => {
  for (const status of statuses) expect(decideSetback(status, text)).toEqual(setback);
});

test("a network failure and a busy streaming service are retried", () => {
  expect(decideStreamSetback(0)).toEqual({ next: "retry", cause: "offline" });
  for (const status of [408, 409, 423, 429, 500, 503]) expect(decideStreamSetback(status)).toEqual(busy);
  for (const status of [400, 403, 404, 410]) expect(decideStreamSetback(status)).toEqual({ next: "publish" });
});

/** Bytes by the millisecond at which they were noted, for each second from one to another. */
const everySecond = (from: number, to: number, bytesAt: (second: number) => number) =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, n) => [(from + n) * 1_000, bytesAt(from + n)]),
  );
const restart = { 0: 10_000, 5000: 60_000, 6000: 20_000 };
const faster = everySecond(61, 80, (second) => 60_000 + (second - 60) * 100_000);

test.each<[string, Record<number, number>, number | undefined]>([
  ["is unknown before any byte", {}, undefined],
  ["is unknown until enough bytes were sent", { 0: 0, 1000: 5_000 }, undefined],
  ["is known from two seconds on", { 0: 0, 1000: 5_000, 2000: 10_000 }, 5_000],
  ["is that of the last seconds", { ...everySecond(0, 60, (second) => second * 1_000), ...faster }, 100_000],
  ["falls to zero when stalled", { 0: 0, 4000: 400_000, ...everySecond(5, 30, () => 400_000) }, 0],
  ["is unknown after an earlier offset", restart, undefined],
  ["restarts at an earlier offset", { ...restart, 8000: 24_000 }, 2_000],
])("the transfer rate %s", (_, notes, expected) => {
  const rate = createTransferRate();
  for (const [at, bytes] of Object.entries(notes)) rate.note(Number(at), bytes);
  const known = rate.bytesPerSecond();
  expect(known && Math.round(known)).toBe(expected);
});

test("the remaining time is computed from the rate", () => {
  expect(secondsLeft(1_000_000, 250_000)).toBe(4);
  expect(secondsLeft(1, 250_000)).toBe(1);
  expect(secondsLeft(0, 250_000)).toBe(0);
  expect(secondsLeft(1_000, undefined)).toBeUndefined();
  expect(secondsLeft(1_000, 0)).toBeUndefined();
});
