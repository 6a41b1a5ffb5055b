import { expect, test } from "vitest";
import { parseDay, startOfDay } from "./day-start";
import { dayOf } from "./days";

test("a day begins at midnight in São Paulo, three hours after midnight UTC", () => {
  const start = startOfDay("2026-11-21");
  expect(start).toEqual(new Date("2026-11-21T03:00:00Z"));
  expect([dayOf(start), dayOf(new Date(start.getTime() - 1))]).toEqual(["2026-11-21", "2026-11-20"]);
  expect(startOfDay("2026-11-21", 9)).toEqual(new Date("2026-11-21T12:00:00Z"));
});

test.each(["2026-02-29", "2026-13-01", "1826-01-01", "21/11/2026", "2026-11-21T10:00", ""])(
  "%j is not a day",
  (typed) => {
    expect(parseDay(typed)).toBeUndefined();
  },
);

test("a day of a leap year is a day", () => {
  expect(parseDay("2028-02-29")).toBe("2028-02-29");
});
