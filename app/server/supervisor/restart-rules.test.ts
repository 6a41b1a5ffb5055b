import { expect, test } from "vitest";
import { decideAfterEnd, restartDelay } from "./restart-rules";

test.each([
  ["told to stop", { code: 0, stopping: true, hasListened: true }],
  ["told to stop, and it failed", { code: 1, stopping: true, hasListened: true }],
  ["an ordered end", { code: 0, stopping: false, hasListened: true }],
  ["refused at start-up", { code: 1, stopping: false, hasListened: false }],
  ["killed at start-up", { code: 137, stopping: false, hasListened: false }],
])("%s: the supervisor exits", (_, end) => {
  expect(decideAfterEnd(end)).toBe("exit");
});

test.each([
  ["an exception", { code: 1, stopping: false, hasListened: true }],
  ["killed", { code: 137, stopping: false, hasListened: true }],
])("%s: another worker", (_, end) => {
  expect(decideAfterEnd(end)).toBe("restart");
});

test("restarts at once, then with growing delays up to 15 s", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(restartDelay)).toEqual([
    0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ]);
});
