import { expect, test } from "vitest";
import { countDone, decideCoursePlace } from "./course-place";

/** "a✓3 b c2": lesson a completed and watched third, b never watched, c watched second. */
const read = (text: string) =>
  text.split(" ").map((word) => {
    const at = word.match(/\d/)?.[0];
    return {
      id: word.slice(0, 1),
      isDone: word.includes("✓"),
      watchedAt: at ? new Date(Number(at) * 1000) : null,
    };
  });

test.each([
  ["a course never watched begins at its first lesson", "a b c", "a"],
  ["the lesson watched last goes on", "a✓1 b2 c", "b"],
  ["after a completed lesson the next one follows", "a✓1 b✓2 c", "c"],
  ["after the last lesson the skipped one follows", "a✓1 b c✓3", "b"],
  ["an older unfinished lesson waits behind the latest", "a1 b✓2 c", "c"],
  ["a completed course begins again", "a✓1 b✓2", "a"],
])("%s", (_, lessons, expected) => {
  expect(decideCoursePlace(read(lessons))).toBe(expected);
});

test("a course without lessons has no place", () => {
  expect(decideCoursePlace([])).toBeUndefined();
});

test("progress counts today's lessons, and is whole only when all are completed", () => {
  expect(countDone(read("a✓1 b✓2 c"))).toEqual({ done: 2, all: 3, percent: 66 });
  expect(countDone(read("a✓1 b✓2"))).toEqual({ done: 2, all: 2, percent: 100 });
  expect(countDone([])).toEqual({ done: 0, all: 0, percent: 0 });
});
