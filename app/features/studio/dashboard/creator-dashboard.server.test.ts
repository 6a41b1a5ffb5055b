import { expect, test } from "vitest";
import { decideShownEarning } from "./creator-dashboard.server";

const paid_at = new Date("2026-11-22T12:00:00Z");

test.each([
  ["unpaid: the stored share", null, 0, 4241],
  ["paid: the ledger's amount", paid_at, 2121, 2121],
  ["paid and refunded: nothing", paid_at, 0, 0],
] as const)("the displayed earning of a sale, %s", (_, paid, ledgerCents, cents) => {
  expect(decideShownEarning({ paid_at: paid, creator_earnings_cents: 4241 }, ledgerCents)).toBe(cents);
});
