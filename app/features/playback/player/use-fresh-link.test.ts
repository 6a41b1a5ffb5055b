import { expect, test } from "vitest";
import { isRenewalDue, renewalRetryMs, startingAt } from "./use-fresh-link";

const minute = 60_000;

test.each([
  [60 * minute, false, false],
  [60 * minute, true, false],
  [11 * minute, true, false],
  [10 * minute, true, true],
  [10 * minute, false, false],
  [2 * minute + 1, false, false],
  [2 * minute, false, true],
  [0, false, true],
  [-minute, true, true],
  [Number.POSITIVE_INFINITY, true, false],
])(
  "a link with %s ms left, in a page without playback events: %s, is due for renewal: %s",
  (leftMs, unnoticed, due) => {
    expect(isRenewalDue(leftMs, unnoticed)).toBe(due);
  },
);

test("a link is renewed early enough for several attempts before it expires", () => {
  const tries = Array.from({ length: 200 }, (_, index) => 60 * minute - index * renewalRetryMs);
  expect(tries.filter((leftMs) => leftMs > 0 && isRenewalDue(leftMs, false)).length).toBeGreaterThan(3);
});

test("the start position is added to a link unless it is 0", () => {
  expect(startingAt("/files/a.mp4?expires=1", 90)).toBe("/files/a.mp4?expires=1#t=90");
  expect(startingAt("/files/a.mp4?expires=1", 0)).toBe("/files/a.mp4?expires=1");
});
