import { expect, test } from "vitest";
import {
  addLessons,
  groupBySection,
  moveLesson,
  moveSection,
  placeLesson,
  renameSection,
} from "./lesson-order";

/** "a1 a2 b3": lesson 1 of section a, and so on. */
const read = (text: string) =>
  text.split(" ").map((word) => ({ videoId: word.slice(1), section: word.slice(0, 1) }));
const write = (lessons: { videoId: string; section: string }[]) =>
  lessons.map(({ videoId, section }) => section + videoId).join(" ");

test.each([
  ["a lesson moves up within its section", "a1 a2 b3", "2", "up", "a2 a1 b3"],
  ["a lesson moves down within its section", "a1 a2 b3", "1", "down", "a2 a1 b3"],
  ["the first lesson of a section joins the section above", "a1 b2 b3", "2", "up", "a1 a2 b3"],
  ["the last lesson of a section joins the section below", "a1 a2 b3", "2", "down", "a1 b2 b3"],
  ["the only lesson of a section takes the section with it", "a1 b2", "2", "up", "a1 a2"],
  ["the first lesson of the course stays", "a1 b2", "1", "up", "a1 b2"],
  ["the last lesson of the course stays", "a1 b2", "2", "down", "a1 b2"],
  ["an unknown lesson moves nothing", "a1 b2", "9", "up", "a1 b2"],
] as const)("the order of lessons: %s", (_, before, videoId, direction, after) => {
  expect(write(moveLesson(read(before), videoId, direction))).toBe(after);
});

test.each([
  ["down within its section", "a1 a2 a3 b4", "1", "3", "a2 a3 a1 b4"],
  ["up within its section", "a1 a2 a3 b4", "3", "1", "a3 a1 a2 b4"],
  ["into another section", "a1 a2 b3 b4", "1", "4", "a2 b3 b4 b1"],
  ["to itself", "a1 a2", "1", "1", "a1 a2"],
  ["to an unknown lesson", "a1 a2", "1", "9", "a1 a2"],
])("a lesson is dragged %s", (_, before, videoId, target, after) => {
  expect(write(placeLesson(read(before), videoId, target))).toBe(after);
});

test("a section moves with its lessons, and not beyond the edge", () => {
  expect(write(moveSection(read("a1 b2 b3 c4"), "b", "up"))).toBe("b2 b3 a1 c4");
  expect(write(moveSection(read("a1 b2 b3 c4"), "b", "down"))).toBe("a1 c4 b2 b3");
  expect(write(moveSection(read("a1 b2"), "a", "up"))).toBe("a1 b2");
});

test("a section renamed to the name of another is merged with it", () => {
  expect(write(renameSection(read("a1 b2 c3"), "c", "a"))).toBe("a1 a3 b2");
  expect(write(renameSection(read("a1 b2 c3"), "b", "d"))).toBe("a1 d2 c3");
});

test("added lessons are appended to their section once", () => {
  expect(write(addLessons(read("a1 b2"), ["3", "2", "4"], "a"))).toBe("a1 a3 a4 b2");
  expect(write(addLessons(read("a1 b2"), ["3"], "c"))).toBe("a1 b2 c3");
});

test("the lessons of a section form one group, in the order of the sections", () => {
  const groups = groupBySection(read("a1 b2 a3"));
  expect(groups.map(({ section, lessons }) => [section, lessons.length])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
});
