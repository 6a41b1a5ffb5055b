import { expect, test } from "vitest";
import { showOwnParts } from "./show-courses.server";

const course = (...sections: [string, number][]) =>
  sections.flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => ({
      videoId: `${section}${at + 1}`,
      title: `Aula ${section}${at + 1}`,
      section,
      is_free: false,
      sold_alone: true,
      duration_seconds: null,
    })),
  );
const none = { asked: undefined, lessonId: undefined };

test("a course of up to 40 lessons has all of them on its page", () => {
  const { parts, isLong } = showOwnParts(course(["a", 10], ["b", 30]), none);
  expect(isLong).toBe(false);
  expect(parts.map(({ lessons, isBeginning }) => [lessons?.length, isBeginning])).toEqual([
    [10, true],
    [30, true],
  ]);
  expect(parts[1]?.lessons?.[0]).toMatchObject({ videoId: "b1", number: 11 });
});

test("a course of 300 lessons has those of its open parts alone, and the number of the others", () => {
  const { parts, isLong } = showOwnParts(course(["a", 50], ["b", 250]), none);
  expect(isLong).toBe(true);
  expect(parts.map(({ count }) => count)).toEqual([25, 25, ...Array(10).fill(25)]);
  expect(parts.filter(({ lessons }) => lessons).map(({ number }) => number)).toEqual([1]);
  expect(parts.filter(({ isBeginning }) => isBeginning).map(({ number }) => number)).toEqual([1, 3]);
});

test("the part with the lesson that was changed last is open, unless the address names another", () => {
  const lessons = course(["a", 50], ["b", 250]);
  const opened = (asked: number | undefined) =>
    showOwnParts(lessons, { asked, lessonId: "b26" })
      .parts.filter((part) => part.lessons)
      .map(({ number }) => number);
  expect([opened(undefined), opened(2)]).toEqual([[4], [2]]);
});
