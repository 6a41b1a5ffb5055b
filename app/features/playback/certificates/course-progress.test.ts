import { expect, test } from "vitest";
import { decideCoursePlace, decideCourseProgress } from "./course-progress";

const at = (second: number) => new Date(second * 1000);

/** "a✓3 b c2": lesson a completed and watched third, b never watched, c watched second. */
const read = (text: string) =>
  text.split(" ").map((word) => {
    const second = word.match(/\d/)?.[0];
    return {
      id: word.slice(0, 1),
      addedAt: at(0),
      doneAt: word.includes("✓") ? at(Number(second)) : null,
      watchedAt: second ? at(Number(second)) : null,
    };
  });

test.each([
  ["a course never watched begins at its first lesson", "a b c", "a"],
  ["the lesson watched last goes on", "a✓1 b2 c", "b"],
  ["after a completed lesson the next one follows", "a✓1 b✓2 c", "c"],
  ["after the last lesson the skipped one follows", "a✓1 b c✓3", "b"],
  ["an older unfinished lesson waits behind the latest", "a1 b✓2 c", "c"],
  ["a completed course begins again", "a✓1 b✓2", "a"],
])("the place in a course: %s", (_, lessons, expected) => {
  expect(decideCoursePlace(read(lessons))).toBe(expected);
});

test("a course without lessons has no place to resume", () => {
  expect(decideCoursePlace([])).toBeUndefined();
  expect(decideCourseProgress([])).toEqual({ done: 0, all: 0, percent: 0, finishedAt: null });
});

test("the progress of a course counts its current lessons, and is complete only when all are completed", () => {
  expect(decideCourseProgress(read("a✓1 b✓2 c"))).toEqual({ done: 2, all: 3, percent: 66, finishedAt: null });
  expect(decideCourseProgress(read("a✓1 b✓2"))).toEqual({ done: 2, all: 2, percent: 100, finishedAt: at(2) });
});

const lesson = (added: number, done: number | null) => ({
  addedAt: at(added),
  doneAt: done === null ? null : at(done),
});

test("a lesson added after the course was completed does not lower the progress", () => {
  const lessons = [lesson(0, 5), lesson(0, 6), lesson(9, null)];
  expect(decideCourseProgress(lessons)).toEqual({ done: 2, all: 3, percent: 100, finishedAt: at(6) });
});

test("a lesson added before the last one was completed counts for the progress", () => {
  const lessons = [lesson(0, 5), lesson(0, 6), lesson(5, null)];
  expect(decideCourseProgress(lessons)).toEqual({ done: 2, all: 3, percent: 66, finishedAt: null });
});
