import { expect, test } from "vitest";
import { formatCsvDate, formatCsvRow, formatCsvRows } from "./csv";

test.each([
  [1, "0,01"],
  [-5, "-0,05"],
  [99, "0,99"],
  [123_456_789, "1234567,89"],
  [-100, "-1,00"],
  [0, "0,00"],
])("CSV formats %i cents as %j", (cents, text) => expect(formatCsvRow([cents])).toBe(`${text}\r\n`));

test.each([
  ["a;b", '"a;b"'],
  ['diz "oi"', '"diz ""oi"""'],
  ["duas\nlinhas", '"duas\nlinhas"'],
  ["1=2", '"1=2"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ["-", '"-"'],
  ["", '""'],
])("CSV quotes the text %j as %s", (text, cell) => expect(formatCsvRow([text, "x"])).toBe(`${cell};"x"\r\n`));

test("CSV writes a moment in São Paulo's time, at midnight too", () => {
  expect(formatCsvDate(new Date("2026-12-01T02:59:00Z"))).toBe("30/11/2026 23:59");
  expect(formatCsvDate(new Date("2026-12-01T03:00:00Z"))).toBe("01/12/2026 00:00");
});

test("a row of a sheet is formatted by the types of its columns", () => {
  const columns = (["text", "day", "moment", "cents"] as const).map((holds) => ({ holds }));
  const full = ["=1", "2026-11-21", "2026-11-21 14:30", -5];
  expect(formatCsvRows([full, [null, null, null, null], ["", null, null, 0]], columns)).toBe(
    `"'=1";21/11/2026;21/11/2026 14:30;-0,05\r\n"-";-;-;-\r\n"-";-;-;0,00\r\n`,
  );
});
