import { expect, test } from "vitest";
import { formatCsvDate, formatCsvRow, runningSigns } from "./csv";

test.each([
  [1, "0,01"],
  [-5, "-0,05"],
  [99, "0,99"],
  [123_456_789, "1234567,89"],
  [-100, "-1,00"],
  [0, "0,00"],
])("%i cents", (cents, text) => expect(formatCsvRow([cents])).toBe(`${text}\r\n`));

test.each([...runningSigns.map((sign) => `${sign}1+1`), '=HYPERLINK("x";1)'])("%j stays text", (text) =>
  expect(formatCsvRow([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`),
);

test.each([
  ["a;b", '"a;b"'],
  ['diz "oi"', '"diz ""oi"""'],
  ["duas\nlinhas", '"duas\nlinhas"'],
  ["1=2", '"1=2"'],
  ["-", '"-"'],
  ["", '""'],
])("%j", (text, cell) => expect(formatCsvRow([text, "x"])).toBe(`${cell};"x"\r\n`));

test("a moment is São Paulo's, also at midnight", () => {
  expect(formatCsvDate(new Date("2026-12-01T02:59:00Z"))).toBe("30/11/2026 23:59");
  expect(formatCsvDate(new Date("2026-12-01T03:00:00Z"))).toBe("01/12/2026 00:00");
});
