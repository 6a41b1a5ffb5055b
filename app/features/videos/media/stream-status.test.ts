import fc from "fast-check";
import { expect, test } from "vitest";
import type { StreamState } from "~/integrations/streaming/streaming";
import { decideNextCheck, mergeProgress, nothingYet, type StreamStatus } from "./stream-status";

const failed: StreamState = { state: "failed", code: "ERR_NON_VIDEO", reason: "The file is not a video." };
const ready = (hasMp4: boolean): StreamState => ({ state: "ready", seconds: 60, hasMp4 });
const merge = (told: StreamState[]) => told.reduce(mergeProgress, nothingYet);

test.each<[string, StreamState[], object]>([
  ["nothing yet", [{ state: "waiting" }], nothingYet],
  ["a share, whole", [{ state: "processing", percent: 40.9 }], { state: "processing", percent: 40 }],
  ["a share unknown", [{ state: "processing", percent: null }], { state: "processing", percent: null }],
  [
    "a share that grew unknown",
    [
      { state: "processing", percent: 40 },
      { state: "processing", percent: null },
    ],
    { percent: 40 },
  ],
  [
    "ready ends the share",
    [{ state: "processing", percent: 99 }, ready(false)],
    { state: "ready", percent: null },
  ],
  ["the MP4 comes later", [ready(false), ready(true), ready(false)], { state: "ready", hasMp4: true }],
  [
    "failed, with the service's words",
    [{ state: "processing", percent: 5 }, failed],
    { state: "failed", failure: "The file is not a video.", failureCode: "ERR_NON_VIDEO", percent: null },
  ],
  ["a stale share after the end", [failed, { state: "processing", percent: 5 }], { state: "failed" }],
  ["it plays after all", [failed, ready(false)], { state: "ready", failure: null, failureCode: null }],
  ["what plays stays", [ready(true), failed, { state: "waiting" }], { state: "ready", hasMp4: true }],
])("reports of progress in their order are merged: %s", (_, told, progress) => {
  expect(merge(told)).toMatchObject(progress);
});

test("reports of progress in their order truncate an endless failure reason, and fill in an empty one", () => {
  const long = merge([{ state: "failed", code: "C".repeat(200), reason: "x".repeat(2_000) }]);
  expect([long.failure?.length, long.failureCode?.length]).toEqual([500, 100]);
  expect(merge([{ state: "failed", code: "", reason: "" }])).toMatchObject({
    failure: "no reason given",
    failureCode: null,
  });
});

test("the merged status does not depend on the order and number of the reports", () => {
  const state: fc.Arbitrary<StreamState> = fc.oneof(
    fc.constant<StreamState>({ state: "waiting" }),
    fc
      .option(fc.integer({ min: 0, max: 100 }))
      .map((percent): StreamState => ({ state: "processing", percent })),
    fc.boolean().map(ready),
    fc.constant(failed),
  );
  const history = fc
    .array(state, { maxLength: 8 })
    .chain((told) =>
      fc.tuple(fc.constant(told), fc.shuffledSubarray([...told, ...told], { minLength: 2 * told.length })),
    );
  fc.assert(
    fc.property(history, ([told, again]) => {
      expect(merge(again)).toEqual(merge(told));
    }),
    { numRuns: 1_000 },
  );
});

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
