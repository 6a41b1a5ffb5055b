import { expect, test } from "vitest";
import {
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
