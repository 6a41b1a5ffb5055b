import { expect, test } from "vitest";
import { decideCheckAge } from "~/features/office/reconciliation/difference-rules";
import {
  type BeforeRun,
  decideLookBack,
  isBalanceOff,
  isLedgerOff,
  isOfAnotherShop,
  isUnknownMovement,
  kindOfEntry,
  settledBefore,
} from "./difference-rules";

test("a payment of an hour ago must be settled", () => {
  expect(settledBefore(new Date("2026-05-01T12:00:00Z"))).toEqual(new Date("2026-05-01T11:00:00Z"));
});

test.each([
  ["unknownPayment", false, true],
  ["unknownPayment", true, false],
  ["unknownSale", false, false],
  ["otherAmount", true, false],
])("the error %s of a known sale (%s) is another shop's: %s", (error, isKnownSale, isOthers) => {
  expect(isOfAnotherShop(error, { isKnownSale })).toBe(isOthers);
});

test("a balance that is a cent off the movements is a difference", () => {
  expect(isBalanceOff({ providerCents: 100, movementsCents: 100 })).toBe(false);
  expect(isBalanceOff({ providerCents: 101, movementsCents: 100 })).toBe(true);
  expect(isLedgerOff({ ledgerCents: 100, movementsCents: 100 })).toBe(false);
  expect(isLedgerOff({ ledgerCents: 100, movementsCents: 99 })).toBe(true);
});

test("a difference is of a sale or of an entry without one", () => {
  expect(kindOfEntry("sale")).toBe("providerSale");
  expect(kindOfEntry(null)).toBe("providerEntry");
});

test.each([
  ["other", true],
  ["charge", false],
  ["payout", false],
] as const)("a movement of the category %s is unknown: %s", (category, isUnknown) => {
  expect(isUnknownMovement({ category })).toBe(isUnknown);
});

const now = new Date("2026-11-21T12:00:00Z");
const lastRun = new Date("2026-11-20T12:00:00Z");
const nothing: BeforeRun = {
  now,
  lastRun,
  oldestPendingRefund: undefined,
  oldestOpenDispute: undefined,
};

test("a reconciliation reads payments since three days before the last run, and refunds and disputes while they may change", () => {
  expect(decideLookBack(nothing)).toEqual({
    payments: new Date("2026-11-17T12:00:00Z"),
    refunds: new Date("2026-10-06T12:00:00Z"),
    disputes: new Date("2026-05-24T12:00:00Z"),
  });
});

test("the first reconciliation reads payments of the last month", () => {
  expect(decideLookBack({ ...nothing, lastRun: undefined })).toEqual({
    payments: new Date("2026-10-22T12:00:00Z"),
    refunds: new Date("2026-10-07T12:00:00Z"),
    disputes: new Date("2026-05-25T12:00:00Z"),
  });
});

test("an undecided refund or dispute extends the period of its own list, and no other list", () => {
  const old = new Date("2026-01-02T12:00:00Z");
  const { payments, refunds, disputes } = decideLookBack(nothing);
  const from = new Date("2026-01-02T11:00:00Z");
  const lookBack = (changes: Partial<BeforeRun>) => decideLookBack({ ...nothing, ...changes });
  expect(lookBack({ oldestPendingRefund: old })).toEqual({ payments, refunds: from, disputes });
  expect(lookBack({ oldestOpenDispute: old })).toEqual({ payments, refunds, disputes: from });
  expect(lookBack({ oldestPendingRefund: now, oldestOpenDispute: now })).toEqual(lookBack({}));
});

const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  [0, 0, false],
  [59, 0, false],
  [60, 1, false],
  [26 * 60, 26, false],
  [26 * 60 + 1, 26, true],
  [72 * 60, 72, true],
  // A clock that was set back.
  [-5, 0, false],
])("a check completed %i minutes ago has the age of %i hours, overdue: %s", (minutes, hours, overdue) => {
  expect(decideCheckAge(ago(minutes), now)).toEqual({ hours, overdue });
});
