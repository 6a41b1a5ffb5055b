import { expect, test } from "vitest";
import { decideNextCheck } from "./stream-checks";
import type { StreamStatus } from "./stream-status";

const now = new Date("2026-03-01T12:00:00Z");
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test.each<[string, StreamStatus, boolean, boolean, number, number | null]>([
  ["a browser is sending it", "waiting", false, false, 0, 10 * minute],
  ["a browser has been sending it for days", "waiting", false, false, 7 * day, 10 * minute],
  ["a browser never sent it", "waiting", false, false, 8 * day, null],
  ["just sent", "waiting", false, true, 0, minute],
  ["being encoded", "processing", false, true, hour - 1, minute],
  ["being encoded for long", "processing", false, true, hour, 10 * minute],
  ["being encoded for days", "processing", false, true, day, hour],
  ["plays, its MP4 is to come", "ready", false, true, 0, minute],
  ["plays, its MP4 takes long", "ready", false, true, 2 * hour, 10 * minute],
  ["plays, and no MP4 comes", "ready", false, true, day, null],
  ["plays, with its MP4", "ready", true, true, 0, null],
  ["failed", "failed", false, true, 0, null],
])('the next check of a video in the case "%s" is due after $5 ms', (_, state, hasMp4, sent, age, wait) => {
  const since = new Date(now.getTime() - age);
  const next = decideNextCheck({ state, hasMp4, sent, since }, now);
  expect(next && next.getTime() - now.getTime()).toBe(wait);
});
