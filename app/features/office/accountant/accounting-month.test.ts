import { expect, test } from "vitest";
import { boundsOfMonth, listAccountingMonths, parseAccountingMonth } from "./month-summary";

// Still the 31st of December in São Paulo.
const now = new Date("2027-01-01T02:00:00Z");

test("the default accounting month is the last complete month", () => {
  expect(listAccountingMonths(now).slice(0, 3)).toEqual(["2026-12", "2026-11", "2026-10"]);
  expect(parseAccountingMonth("2026-12", now)).toBe("2026-12");
  expect(parseAccountingMonth(null, now)).toBe("2026-11");
  expect(parseAccountingMonth("2031-01", now)).toBe("2026-11");
});

test("an accounting month begins and ends at midnight in São Paulo", () => {
  expect(boundsOfMonth("2026-12")).toEqual({
    from: new Date("2026-12-01T03:00:00Z"),
    to: new Date("2027-01-01T03:00:00Z"),
  });
});
