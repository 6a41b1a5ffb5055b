import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOf, fillDays, formatChartDay, formatShortDay, listLastDays, parseDay, startOfDay } from "./days";

test.each([
  ["2026-11-21T02:59:59Z", "2026-11-20"],
  ["2026-11-21T03:00:00Z", "2026-11-21"],
  ["2026-01-01T02:30:00Z", "2025-12-31"],
  // Brazil still had summer time: two hours behind UTC.
  ["2018-12-01T02:00:00Z", "2018-12-01"],
])("at %s it is %s in São Paulo", (instant, day) => expect(dayOf(new Date(instant))).toBe(day));

describe("the days of the chart", () => {
  const instant = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });

  test("follow one another without a gap, across changes of daylight saving time too", () => {
    fc.assert(
      fc.property(instant, (now) => {
        const days = listLastDays(now);
        expect(new Set(days).size).toBe(30);
        expect(days.at(-1)).toBe(dayOf(now));
        const steps = days.slice(1).map((day, at) => Date.parse(day) - Date.parse(days[at] ?? ""));
        expect(new Set(steps)).toEqual(new Set([86_400_000]));
      }),
    );
  });

  test("keep the sum of the earnings when missing days are filled in", () => {
    fc.assert(
      fc.property(instant, fc.array(fc.nat(29), { maxLength: 30 }), (now, positions) => {
        const days = listLastDays(now);
        const sums = [...new Set(positions)].map((at) => ({
          day: days[at] ?? "",
          cents: 100 + at,
          sales: 1,
        }));
        const filled = fillDays(days, sums);
        expect(filled.map(({ day }) => day)).toEqual(days);
        expect(filled.filter(({ sales }) => sales > 0)).toEqual(
          sums.toSorted((a, b) => a.day.localeCompare(b.day)),
        );
      }),
    );
  });
});

test.each([
  ["2026-11-05", "05 nov"],
  ["2026-05-31", "31 mai"],
])("the day %s is written %s", (day, text) => expect(formatChartDay(day)).toBe(text));

test("a day in a sentence has no leading zero", () => {
  expect([
    formatShortDay("2026-03-05"),
    formatShortDay("2026-03-05", "en"),
    formatShortDay("2026-10-20"),
  ]).toEqual(["5 mar", "5 Mar", "20 out"]);
});

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
