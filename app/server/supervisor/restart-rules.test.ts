import { expect, test } from "vitest";
import { decideAfterEnd, isHung, pendingMs, restartDelay } from "./restart-rules";

test.each([
  ["asked to stop", { code: 0, stopping: true, hasListened: true, hasOthers: true }],
  ["asked to stop, and it failed", { code: 1, stopping: true, hasListened: true, hasOthers: false }],
  ["the ordered end of the last", { code: 0, stopping: false, hasListened: true, hasOthers: false }],
  ["refused at start-up", { code: 1, stopping: false, hasListened: false, hasOthers: false }],
  ["killed at start-up", { code: 137, stopping: false, hasListened: false, hasOthers: false }],
])('the supervisor exits after a worker ended in the case "%s"', (_, end) => {
  expect(decideAfterEnd(end)).toBe("exit");
});

test.each([
  ["an exception", { code: 1, stopping: false, hasListened: true, hasOthers: false }],
  ["killed", { code: 137, stopping: false, hasListened: true, hasOthers: true }],
  ["an ordered end beside others", { code: 0, stopping: false, hasListened: true, hasOthers: true }],
])('the supervisor starts another worker after one ended in the case "%s"', (_, end) => {
  expect(decideAfterEnd(end)).toBe("restart");
});

test("the supervisor restarts at once, then with growing delays up to 15 s", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(restartDelay)).toEqual([
    0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ]);
});

test.each([
  [1_000, 1_000, false],
  [14_999, 1_000, false],
  [15_000, 1_000, true],
  // The machine was suspended: neither process ran.
  [3_600_000, 3_600_000, false],
])("a worker silent for %i ms and checked %i ms ago is hung: %s", (silentMs, sinceLookMs, hung) => {
  expect(isHung({ silentMs, sinceLookMs })).toBe(hung);
});

test.each([
  [undefined, 10_000],
  ["", 10_000],
  ["600", 600_000],
  ["0", 10_000],
  ["many", 10_000],
  ["90000", 10_000],
])("SHUTDOWN_SECONDS=%s leaves pending requests %i ms", (seconds, milliseconds) => {
  expect(pendingMs(seconds)).toBe(milliseconds);
});
