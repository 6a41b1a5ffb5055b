import { expect, test } from "vitest";
import { boundsOfYear, listTaxYears, monthBefore, parseTaxYear, writeMonth } from "./report-periods";

const newYearInSaoPaulo = new Date("2027-01-01T02:59:59Z");

test("the years of taxes run from the current one in São Paulo down to the first", () => {
  expect(listTaxYears(newYearInSaoPaulo)).toEqual([2026, 2025, 2024]);
  expect(listTaxYears(new Date("2027-01-01T03:00:00Z"))[0]).toBe(2027);
});

test.each([
  ["2025", 2025],
  ["2023", 2026],
  ["2027", 2026],
  ["x", 2026],
  [null, 2026],
])("the year %s is read as %s", (named, year) => expect(parseTaxYear(named, newYearInSaoPaulo)).toBe(year));

test("a year begins and ends at midnight in São Paulo", () => {
  expect(boundsOfYear(2026)).toEqual({
    from: new Date("2026-01-01T03:00:00Z"),
    to: new Date("2027-01-01T03:00:00Z"),
  });
});

test("a month is written as people write it, and is preceded by another one", () => {
  expect(writeMonth("2026-11")).toBe("11/2026");
  expect(monthBefore("2026-11")).toBe("2026-10");
  expect(monthBefore("2027-01")).toBe("2026-12");
});
