import { expect, test } from "vitest";
import { decideShownEarning } from "./creator-earning";

const paid_at = new Date("2026-11-22T12:00:00Z");

test.each([
  ["a checkout that is open", "pending", null, 0],
  ["a checkout that was abandoned", "failed", null, 0],
  ["a boleto on its way", "processing", null, 4241],
  ["paid", "completed", paid_at, 2121],
  ["paid twice, nothing kept", "processing", paid_at, 2121],
  ["refunded", "refunded", paid_at, 2121],
] as const)("%s", (_, status, paid, cents) => {
  expect(decideShownEarning({ status, paid_at: paid, creator_earnings_cents: 4241 }, 2121)).toBe(cents);
});
