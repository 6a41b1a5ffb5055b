import { expect, test } from "vitest";
import { isCompleted, type Ranges } from "./watch-tracker";

test.each([
  [[[0, 95]], 100, true],
  [[[0, 94]], 100, false],
  [
    [
      [0, 10],
      [90, 100],
    ],
    100,
    false,
  ],
  [[[0, 95]], null, false],
  [[[0, 95]], Number.NaN, false],
  [[[0, 95]], 0, false],
] as [Ranges, number | null, boolean][])(
  "the ranges %j of a video of %s seconds count as completed: %s",
  (ranges, duration, completed) => {
    expect(isCompleted(ranges, duration)).toBe(completed);
  },
);
