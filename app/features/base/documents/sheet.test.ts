import { expect, test } from "vitest";
import { cutToCell, formulaStarts, guardText, longestCell, toSerial } from "./sheet";

test.each([...formulaStarts.map((sign) => `${sign}1+1`), '=HYPERLINK("x";1)', "--"])(
  "the guard prefixes %j with an apostrophe",
  (text) => expect(guardText(text)).toBe(`'${text}`),
);

test.each(["", "-", "1=2", " =1", "'=1", "Aula + exercícios"])("the guard leaves %j as it is", (text) =>
  expect(guardText(text)).toBe(text),
);

test("a cell's text is unchanged if it fits", () => {
  const text = "a".repeat(longestCell);
  expect(cutToCell(text)).toBe(text);
});

test("a cell's text is truncated with a notice if it is one character too long", () => {
  const cut = cutToCell("a".repeat(longestCell + 1));
  expect(cut).toHaveLength(longestCell);
  expect(cut.endsWith("a…")).toBe(true);
});

test("a cell's text loses carriage returns", () => {
  expect(cutToCell("a\rb\r\nc\nd")).toBe("a b\nc\nd");
});

test("a cell's text is never truncated within a character", () => {
  const cut = cutToCell(`${"a".repeat(longestCell - 2)}🎸🎸`);
  expect(cut).toBe(`${"a".repeat(longestCell - 2)}…`);
});

test.each(["\u0001", "\u001B", "\u0085", "\uFFFE", "\uFFFF"])(
  "a cell's text loses %j, which XML does not allow",
  (character) => {
    expect(cutToCell(`a${character}b\tc\n🎸`)).toBe("a\uFFFDb\tc\n🎸");
  },
);

test("a cell's text that looks like an escape sequence of XML stays text", () => {
  expect(cutToCell("_x003D_1+1_x003d__x00_x0041")).toBe("_x005F_x003D_1+1_x005F_x003d__x00_x0041");
});

test.each([
  ["1970-01-01", 25_569],
  ["2000-02-29", 36_585],
  ["2026-11-21", 46_347],
  ["2026-11-21 18:00", 46_347.75],
])("the moment %s is %d in a spreadsheet", (day, serial) => expect(toSerial(day)).toBe(serial));
