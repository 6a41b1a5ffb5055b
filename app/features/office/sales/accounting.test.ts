import { expect, test } from "vitest";
import type { Account, EntryReason } from "~/features/money/ledger/movement-position";
import {
  boundsOfMonth,
  chartOfAccounts,
  listAccountingMonths,
  type MonthMovement,
  parseAccountingMonth,
  sumByAccount,
  summariseMonth,
} from "./accounting";

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

const moved = (reason: EntryReason, account: Account, cents: number): MonthMovement => ({
  account,
  reason,
  currency: "BRL",
  debitCents: Math.max(-cents, 0),
  creditCents: Math.max(cents, 0),
});

// A sale of R$ 100,00, one of R$ 50,00 that is lost in a dispute, a refund of R$ 20,00 and what belongs to them.
const movements = [
  moved("sale", "provider", -15_000),
  moved("sale", "creator", 12_750),
  moved("sale", "platform", 2_250),
  moved("refund", "provider", 2_000),
  moved("refund", "creator", -1_700),
  moved("refund", "platform", -300),
  moved("dispute", "provider", 5_000),
  moved("dispute", "creator", -4_250),
  moved("dispute", "platform", -750),
  moved("fee", "provider", 600),
  moved("fee", "provider_fees", -600),
  moved("movement", "provider", 5_100),
  moved("movement", "provider_fees", -100),
  moved("movement", "bank", -5_000),
  moved("payout", "creator", -4_000),
  moved("payout", "paid_out", 4_000),
  moved("return", "creator", 1_000),
  moved("return", "paid_out", -1_000),
  moved("adjustment", "creator", 500),
  moved("adjustment", "goodwill", -500),
];

test("sales less refunds and disputes are the commission and the creators' part, adjustments apart", () => {
  expect(summariseMonth(movements)).toMatchObject({
    grossCents: 15_000,
    refundedCents: 2_000,
    disputedCents: 5_000,
    netCents: 8_000,
    commissionCents: 1_200,
    earnedCents: 6_800,
    adjustedCents: 500,
    adjustedByPlatformCents: 500,
  });
});

test("the provider's fees, transfers to the bank and payouts are shown each by itself", () => {
  expect(summariseMonth(movements)).toMatchObject({
    saleFeesCents: 600,
    accountFeesCents: 100,
    toBankCents: 5_000,
    unexplainedCents: 0,
    paidOutCents: 4_000,
    returnedCents: 1_000,
    repaidCents: 0,
  });
});

test("the result is the commission less adjustments, fees and losses", () => {
  expect(summariseMonth(movements).resultCents).toBe(1_200 - 500 - 700);
  const withLoss = [...movements, moved("refund", "loss", -30), moved("refund", "provider", 30)];
  expect(summariseMonth(withLoss)).toMatchObject({ lossCents: 30, resultCents: -30 });
});

test("a payment made twice is neither a sale nor a refund", () => {
  const twice = [moved("sale", "buyer", 999), moved("refund", "buyer", -999)];
  const none = { grossCents: 0, refundedCents: 0, disputedCents: 0 };
  expect(summariseMonth(twice)).toMatchObject({ ...none, duplicateInCents: 999, duplicateOutCents: 999 });
});

test("the sums of an account are those of all its reasons", () => {
  expect(sumByAccount(movements).get("creator")).toEqual({ debitCents: 9_950, creditCents: 14_250 });
});

test("a month without movements is zero throughout", () => {
  expect(new Set(Object.values(summariseMonth([])))).toEqual(new Set([0]));
});

test("every account but the two of the bank has a unique code", () => {
  const { bank, paid_out, ...others } = chartOfAccounts;
  expect(paid_out).toEqual(bank);
  const codes = [bank, ...Object.values(others)].map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});
