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

test("the transfer rate is unknown until enough bytes were sent", () => {
  const rate = createTransferRate();
  expect(rate.bytesPerSecond()).toBeUndefined();
  rate.note(0, 0);
  rate.note(1_000, 5_000);
  expect(rate.bytesPerSecond()).toBeUndefined();
  rate.note(2_000, 10_000);
  expect(rate.bytesPerSecond()).toBe(5_000);
});

test("the transfer rate is that of the last seconds", () => {
  const rate = createTransferRate();
  for (let second = 0; second <= 60; second += 1) rate.note(second * 1_000, second * 1_000);
  for (let second = 61; second <= 80; second += 1)
    rate.note(second * 1_000, 60_000 + (second - 60) * 100_000);
  expect(rate.bytesPerSecond()).toBeCloseTo(100_000, 0);
});

test("the rate of a stalled transfer falls to zero", () => {
  const rate = createTransferRate();
  rate.note(0, 0);
  rate.note(4_000, 400_000);
  for (let at = 5_000; at <= 30_000; at += 1_000) rate.note(at, 400_000);
  expect(rate.bytesPerSecond()).toBe(0);
});

test("the rate restarts when the upload resumes at an earlier offset", () => {
  const rate = createTransferRate();
  rate.note(0, 10_000);
  rate.note(5_000, 60_000);
  rate.note(6_000, 20_000);
  expect(rate.bytesPerSecond()).toBeUndefined();
  rate.note(8_000, 24_000);
  expect(rate.bytesPerSecond()).toBe(2_000);
});

test("the remaining time is computed from the rate", () => {
  expect(secondsLeft(1_000_000, 250_000)).toBe(4);
  expect(secondsLeft(1, 250_000)).toBe(1);
  expect(secondsLeft(0, 250_000)).toBe(0);
  expect(secondsLeft(1_000, undefined)).toBeUndefined();
  expect(secondsLeft(1_000, 0)).toBeUndefined();
});
