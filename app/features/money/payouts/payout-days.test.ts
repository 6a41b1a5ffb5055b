import { expect, test } from "vitest";
import { formatPayoutDay, nameWeekday, nextPayoutDay, parseWeekdays, weekdayOf } from "./payout-days";

test("days of the week have their Portuguese names", () => {
  expect([1, 5, 7].map(nameWeekday)).toEqual(["segunda-feira", "sexta-feira", "domingo"]);
});

test("a payout day is named with its day of the week", () => {
  expect(formatPayoutDay("2026-11-27")).toBe("sexta-feira, 27 nov");
  expect(formatPayoutDay("2026-11-27", "en")).toBe("Friday, 27 Nov");
});

test("a week begins on Monday", () => {
  expect(["2026-11-23", "2026-11-27", "2026-11-29"].map(weekdayOf)).toEqual([1, 5, 7]);
});

test.each([
  ["2026-11-25", [5], "2026-11-27"],
  ["2026-11-27", [5], "2026-11-27"],
  ["2026-11-28", [5], "2026-12-04"],
  ["2026-12-31", [1, 5], "2027-01-01"],
  ["2026-11-25", [], undefined],
])("from %s with the days %j the next payout day is %s", (from, chosen, next) => {
  expect(nextPayoutDay(from, chosen)).toBe(next);
});

test("days of a form are parsed in order without duplicates; an unknown value rejects the form", () => {
  expect(parseWeekdays(["5", "1", "5"])).toEqual([1, 5]);
  expect(parseWeekdays([])).toEqual([]);
  expect(parseWeekdays(["8"])).toBeUndefined();
  expect(parseWeekdays(["5", "friday"])).toBeUndefined();
});
