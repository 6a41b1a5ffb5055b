import { expect, test } from "vitest";
import { formatPayoutDay, nameWeekday } from "./payout-days";

test("days of the week have their Portuguese names", () => {
  expect([1, 5, 7].map(nameWeekday)).toEqual(["segunda-feira", "sexta-feira", "domingo"]);
});

test("a payout day is named with its day of the week", () => {
  expect(formatPayoutDay("2026-11-27")).toBe("sexta-feira, 27 nov");
  expect(formatPayoutDay("2026-11-27", "en")).toBe("Friday, 27 Nov");
});
