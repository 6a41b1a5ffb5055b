import { expect, test } from "vitest";
import {
  decideNextPayout,
  decideNextTransfer,
  formatPayoutDay,
  nameWeekday,
  nextPayoutDay,
  parseWeekdays,
  weekdayOf,
} from "./payout-days";

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

const monday = { day: "2026-12-07", cents: 4241 };
const tuesday = { day: "2026-12-08", cents: 850 };

test("released money goes into the next batch", () => {
  expect(decideNextTransfer(100, [monday], 100)).toEqual({ kind: "inNextBatch", cents: 100 });
});

test("the first release that reaches the minimum payout is the day of the next transfer", () => {
  expect(decideNextTransfer(0, [monday, tuesday], 100)).toEqual({
    kind: "fromDay",
    day: "2026-12-07",
    cents: 4241,
  });
  expect(decideNextTransfer(99, [{ day: "2026-12-06", cents: 1 }], 100)).toMatchObject({ cents: 100 });
});

test("a negative balance is covered before anything is transferred", () => {
  expect(decideNextTransfer(-4241, [monday, tuesday], 100)).toEqual({
    kind: "fromDay",
    day: "2026-12-08",
    cents: 850,
  });
});

test("no transfer day is shown if no known release reaches the minimum payout", () => {
  expect(decideNextTransfer(99, [], 100)).toBeUndefined();
  expect(decideNextTransfer(-5000, [monday], 100)).toBeUndefined();
});

test("a balance below a higher minimum payout waits for the release that reaches it", () => {
  const releases = [
    { day: "2026-12-06", cents: 3_000 },
    { day: "2026-12-07", cents: 1_500 },
  ];
  expect(decideNextTransfer(1_000, releases, 5_000)).toEqual({
    kind: "fromDay",
    cents: 5_500,
    day: "2026-12-07",
  });
  expect(decideNextTransfer(4_999, [], 5_000)).toBeUndefined();
});

test("the next payout is in the first batch after the money is released, or on that day without payout days", () => {
  const next = (payableCents: number, weekdays: readonly number[]) =>
    decideNextPayout(
      { payableCents, releases: [monday] },
      { minimumCents: 100, weekdays, today: "2026-12-01" },
    );
  expect(next(0, [5])).toEqual({ cents: 4241, ready: "2026-12-07", day: "2026-12-11" });
  expect(next(0, [])).toEqual({ cents: 4241, ready: "2026-12-07", day: "2026-12-07" });
  expect(next(100, [5])).toEqual({ cents: 100, ready: "2026-12-01", day: "2026-12-04" });
  expect(next(100, [])).toEqual({ cents: 100, ready: "2026-12-01", day: undefined });
  expect(next(-5000, [5])).toBeUndefined();
});
