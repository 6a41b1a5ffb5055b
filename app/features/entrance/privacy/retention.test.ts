import { expect, test } from "vitest";
import { daysBefore, monthsBefore, taxIdMonths } from "./retention";

test("retention counts months across the turn of a year", () => {
  expect(monthsBefore(new Date("2026-01-15T12:00:00Z"), 13)).toEqual(new Date("2024-12-15T12:00:00Z"));
});

test("the retention never reaches further back than the requested month", () => {
  expect(monthsBefore(new Date("2026-03-31T12:00:00Z"), 1)).toEqual(new Date("2026-03-03T12:00:00Z"));
});

test("retention counts days", () => {
  expect(daysBefore(new Date("2026-03-01T00:00:00Z"), 1)).toEqual(new Date("2026-02-28T00:00:00Z"));
});

test("a tax number is kept beyond the five years that begin with the next year (CTN, art. 173)", () => {
  const [earned, lawful] = [new Date("2026-01-01T00:00:00Z"), new Date("2032-01-01T00:00:00Z")];
  expect(monthsBefore(lawful, taxIdMonths)).toEqual(earned);
});
