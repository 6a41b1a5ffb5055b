import { expect, test } from "vitest";
import { parsePosition } from "./parse-position";
import { decideResumePosition } from "./watch-tracker";

test.each([
  [0, 600, 0],
  [0.9, 600, 0],
  [1, 600, 1],
  [59.99, 600, 59],
  [569.9, 600, 569],
  [570, 600, 0],
  [600, 600, 0],
  [3_569, 3_600, 3_569],
  [3_570, 3_600, 0],
  [18.9, 20, 18],
  [19, 20, 0],
  [42.5, Number.NaN, 42],
  [42.5, Number.POSITIVE_INFINITY, 42],
  [1_000_000, 2_000_000, 604_800],
])("the position %s s of %s s resumes at %s s", (currentTime, duration, position) => {
  expect(decideResumePosition(currentTime, duration)).toBe(position);
});

test.each(["0", "1", "604800"])("%s is a valid position", (text) => {
  expect(parsePosition(text)).toBe(Number(text));
});

test.each([undefined, "", " 1", "-1", "1.5", "1e3", "0x10", "604801", "9999999", "١٢", "1\n", "NaN"])(
  "%j is not a position",
  (text) => {
    expect(parsePosition(text)).toBeUndefined();
  },
);
