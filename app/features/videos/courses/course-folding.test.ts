import { expect, test } from "vitest";
import { listParts, parsePart } from "./course-folding";

/** "a15 b50": fifteen lessons of section a, then fifty of section b. Their ids are a1, a2, …. */
const read = (text: string) =>
  text.split(" ").flatMap((word) => {
    const section = word.slice(0, 1);
    return Array.from({ length: Number(word.slice(1)) }, (_, at) => ({ id: `${section}${at + 1}`, section }));
  });
/** "1a15 *2b50": number, section and lessons of each part; "*" marks open ones, "+" that of the address. */
const marks = { open: "*", asked: "+", folded: "" };
const write = (lessons: string, opened: Parameters<typeof listParts>[1]) =>
  listParts(read(lessons), opened)
    .parts.map((part) => `${marks[part.state]}${part.number}${part.section}${part.lessons.length}`)
    .join(" ");

test.each([
  ["a course of 40 lessons is listed whole", "a1 b39", {}, "*1a1 *2b39"],
  ["the first three parts of a longer course are open", "a8 b8 c9 d16", {}, "*1a8 *2b8 *3c9 4d16"],
  ["only parts of together 25 lessons are open at first", "a15 b15 c15", {}, "*1a15 2b15 3c15"],
  ["a long section is divided evenly", "a51", {}, "*1a17 2a17 3a17"],
  ["the part of the address is open alone", "a20 b20 c20", { asked: 3 }, "1a20 2b20 +3c20"],
  ["an unknown part changes nothing", "a20 b20 c20", { asked: 9 }, "*1a20 2b20 3c20"],
  ["the part of the watched lesson is open alone", "a20 b20 c20", { lessonId: "b2" }, "1a20 *2b20 3c20"],
  ["the part of the address goes before it", "a20 b20 c9", { lessonId: "b2", asked: 1 }, "+1a20 2b20 3c9"],
  ["an unknown lesson leaves the beginning open", "a20 b21", { lessonId: "x" }, "*1a20 2b21"],
])("the parts of a course: %s", (_, lessons, opened, expected) => {
  expect(write(lessons, { asked: undefined, ...opened })).toBe(expected);
});

test("every lesson of the longest course is in one part, and at most 25 are open", () => {
  for (const lessons of ["a300", "a150 b150", "a7 b90 c51 d152"])
    for (let asked = 1; asked <= 8; asked++) {
      const { parts } = listParts(read(lessons), { asked });
      expect(parts.flatMap((part) => part.lessons)).toEqual(read(lessons));
      const open = parts.filter(({ state }) => state !== "folded").flatMap((part) => part.lessons);
      expect(open.length).toBeLessThanOrEqual(25);
    }
});

test("a piece of a section says which lessons of the course it has, a whole section does not", () => {
  const { parts } = listParts(read("a2 b30 c9"), { asked: undefined });
  expect(parts.map(({ range }) => range)).toEqual([
    undefined,
    { first: 3, last: 17 },
    { first: 18, last: 32 },
    undefined,
  ]);
  expect(parts.map(({ sectionNumber }) => sectionNumber)).toEqual([1, 2, 2, 3]);
});

test("an address names a part by its number", () => {
  const parse = (search: string) => parsePart(new URL(`https://sabia.example/${search}`));
  expect(parse("?part=12")).toBe(12);
  for (const search of ["", "?part=", "?part=-1", "?part=1e3", "?part=9999", "?part=a"])
    expect(parse(search)).toBeUndefined();
});
