import { describe, expect, test } from "vitest";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import {
  decideElsewhere,
  decideOnPayingOtherwise,
  decidePhase,
  isCheckoutCancelled,
  makeCheckoutAddresses,
  type OnPayingOtherwise,
  type PaymentElsewhere,
  type PaymentPhase,
} from "./awaited-payment";

test.each(["pt", "en"] as const)(
  "the address after leaving the payment page reports a cancelled checkout (%s)",
  (locale) => {
    const { cancelUrl } = makeCheckoutAddresses({ appUrl: "https://sabia.example", videoId: "1", locale });
    const url = new URL(cancelUrl);
    expect(url.pathname).toBe("/watch/1");
    expect(url.searchParams.get("lng")).toBe(locale === "en" ? "en" : null);
    expect(isCheckoutCancelled(url.search)).toBe(true);
  },
);

test.each(["", "?checkout=", "?checkout=paid", "?lng=en"])(
  "the query %j reports no cancelled checkout",
  (search) => {
    expect(isCheckoutCancelled(search)).toBe(false);
  },
);

const now = new Date("2026-11-22T12:00:00Z");
const later = new Date("2026-11-25T02:59:59Z");

test.each<[SaleStatus, boolean, PaymentElsewhere | undefined]>([
  ["pending", false, undefined],
  ["processing", false, undefined],
  ["processing", true, "purchases"],
  ["completed", false, "watch"],
  ["failed", false, "purchases"],
  ["refunded", false, "purchases"],
  ["disputed", false, "purchases"],
])("a %s sale (paid twice: %s) is shown at %s", (status, duplicate, elsewhere) => {
  expect(decideElsewhere({ status, duplicate })).toBe(elsewhere);
});

describe("the code of a pending payment", () => {
  test.each<[string | null, Date | null, PaymentPhase]>([
    ["123", later, "payable"],
    ["123", null, "payable"],
    [null, later, "noCode"],
    [null, null, "noCode"],
    ["123", now, "over"],
    [null, now, "over"],
  ])("%j until %s is %s", (code, until, phase) => {
    expect(decidePhase({ code, until }, now)).toBe(phase);
  });
});

test.each<[SaleStatus, PaymentPhase, OnPayingOtherwise]>([
  ["pending", "payable", "ends"],
  ["processing", "payable", "stays"],
  ["processing", "noCode", "stays"],
  ["processing", "over", "isOver"],
])("another payment method for a %s sale (%s): the pending payment %s", (status, phase, outcome) => {
  expect(decideOnPayingOtherwise(status, phase)).toBe(outcome);
});
