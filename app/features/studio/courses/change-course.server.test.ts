import { expect, test } from "vitest";
import { judgeLessonCount, mayPublishCourse } from "./change-course.server";

test("a course is published from two lessons on", () => {
  expect([0, 1, 2, 300].map(mayPublishCourse)).toEqual([false, false, true, true]);
});

test.each([
  [0, false, undefined],
  [1, false, undefined],
  [1, true, "tooFew"],
  [2, true, undefined],
  [300, true, undefined],
  [301, true, "tooMany"],
  [301, false, "tooMany"],
] as const)("a change to %i lessons (published: %s) is judged %s", (lessons, isPublished, refusal) => {
  expect(judgeLessonCount(lessons, { isPublished })).toBe(refusal);
});
