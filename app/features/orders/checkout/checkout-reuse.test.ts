import { expect, test } from "vitest";
import { isCheckoutCurrent, type PendingCheckout } from "./checkout-reuse";

const now = new Date("2026-11-22T12:00:00Z");
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const video = { price_cents: 4990, currency: "BRL", title: "Violão" } as const;
const sale: PendingCheckout = {
  amount_cents: 4990,
  currency: "BRL",
  checkout_title: "Violão",
  checkout_expires_at: inMinutes(60),
};

test.each<[string, Partial<PendingCheckout>, boolean]>([
  ["the same price and title", {}, true],
  ["five minutes left", { checkout_expires_at: inMinutes(5) }, true],
  ["less than five minutes left", { checkout_expires_at: inMinutes(4.99) }, false],
  ["no end known", { checkout_expires_at: null }, false],
  ["the price fell since", { amount_cents: 5990 }, false],
  ["the price rose since", { amount_cents: 990 }, false],
  ["another currency", { currency: "USD" }, false],
  ["another title", { checkout_title: "Viola" }, false],
  ["a title that was not stored", { checkout_title: null }, true],
])('an open checkout is reused in the case "%s": $2', (_, changes, current) => {
  expect(isCheckoutCurrent({ ...sale, ...changes }, video, now)).toBe(current);
});
