import { expect, test } from "vitest";
import { listPeriodChoices, parseFiguresPeriod } from "./figures-view";

/** Still the 25th in São Paulo. */
const now = new Date("2026-11-26T01:00:00Z");
const read = (from: string | null, until: string | null = null) => parseFiguresPeriod(from, until, now);

test("a page without a period shows 30 days that end today in São Paulo", () => {
  const { from, until, days } = read(null);
  expect([from, until, days.length]).toEqual(["2026-10-27", "2026-11-25", 30]);
  expect([days[0], days.at(-1)]).toEqual([from, until]);
});

test.each([
  ["2026-11-01", "2026-11-03", "2026-11-01", "2026-11-03"],
  ["2026-11-24", "2027-01-01", "2026-11-24", "2026-11-25"],
  ["2026-12-24", null, "2026-11-25", "2026-11-25"],
  ["2026-02-31", null, "2026-10-27", "2026-11-25"],
  ["soon", "2026-11-10", "2026-10-12", "2026-11-10"],
])("the period from %s until %s is read as %s to %s", (from, until, first, last) => {
  expect(read(from, until)).toMatchObject({ from: first, until: last });
});

test("a period is at most 366 days long", () => {
  expect(read("2020-01-01").days).toHaveLength(366);
});

test("the offered periods end today", () => {
  expect(listPeriodChoices(now)).toEqual([
    { choice: "week", from: "2026-11-19", until: "2026-11-25" },
    { choice: "month", from: "2026-10-27", until: "2026-11-25" },
    { choice: "year", from: "2026-01-01", until: "2026-11-25" },
  ]);
});
