import { expect, test } from "vitest";
import { findPresentCue } from "./use-cues";

test.each([
  [-1, -1],
  [0, 0],
  [999, 0],
  [1_000, 1],
  [5_000, 2],
  [9_999_999, 2],
])("at %s ms the present cue is number %s", (at, index) => {
  expect(findPresentCue([{ from: 0 }, { from: 1_000 }, { from: 5_000 }], at)).toBe(index);
});

test("a video without cues has no present cue", () => expect(findPresentCue([], 5)).toBe(-1));
