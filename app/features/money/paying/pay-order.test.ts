import { expect, test } from "vitest";
import { findNextUnpaid, orderByAmount } from "./pay-order";

const payout = (id: string, amount_cents: number, status = "prepared") => ({ id, amount_cents, status });
const idsOf = (payouts: readonly { id: string }[]) => payouts.map(({ id }) => id).join("");

test("the highest amount is paid first; equal amounts keep the order of their ids", () => {
  const payouts = [payout("c", 100), payout("b", 300, "paid"), payout("d", 200), payout("a", 100)];
  expect(idsOf(orderByAmount(payouts))).toBe("bdac");
});

test.each([
  [undefined, "a"],
  ["a", "c"],
  ["c", "d"],
  ["b", "c"],
  ["d", "a"],
])("the next payout after %s is %s", (from, next) => {
  const ordered = [
    payout("a", 4),
    payout("b", 3, "paid"),
    payout("c", 2),
    payout("d", 1),
    payout("e", 1, "failed"),
  ];
  expect(findNextUnpaid(ordered, from)?.id).toBe(next);
});

test("the only unpaid payout and a settled batch have no next payout", () => {
  expect(findNextUnpaid([payout("a", 1, "paid"), payout("b", 1)], "b")).toBeUndefined();
  expect(findNextUnpaid([payout("a", 1, "paid")], undefined)).toBeUndefined();
  expect(findNextUnpaid([], undefined)).toBeUndefined();
});
