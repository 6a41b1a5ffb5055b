import { expect, test } from "vitest";
import { asFact, isPaid, unpaidFactOf } from "./checkout-fact";

const checkout = {
  checkoutId: "cs_1",
  saleId: "8f6c0a52-6f0e-4e1f-9d8e-0b6f3a3d9a11",
  paymentId: "pi_1",
  amountCents: 4990,
  currency: "BRL",
};

test.each([
  ["open", { status: "open", paid: false, failed: false }, undefined],
  ["ended, and paid", { status: "complete", paid: true, failed: false }, "checkoutPaid"],
  ["ended, the money to come", { status: "complete", paid: false, failed: false }, "checkoutCompleted"],
  ["ended, and the money never came", { status: "complete", paid: false, failed: true }, "checkoutFailed"],
  ["expired", { status: "expired", paid: false, failed: false }, "checkoutExpired"],
  ["paid, whatever else is said", { status: "open", paid: true, failed: true }, "checkoutPaid"],
] as const)("a checkout that is %s becomes the fact $2", (_, answer, kind) => {
  expect(asFact({ ...checkout, ...answer })?.kind).toBe(kind);
});

test.each([
  ["checkoutPaid", false, true],
  ["checkoutCompleted", true, true],
  ["checkoutCompleted", false, false],
  ["checkoutExpired", true, false],
  ["checkoutFailed", true, false],
] as const)("the fact %s marked as paid: %s counts as paid: %s", (kind, paid, money) => {
  expect(isPaid({ ...checkout, kind, paid })).toBe(money);
});

test.each([
  ["checkoutCompleted", "unpaidYet"],
  ["checkoutFailed", "paymentFailed"],
  ["checkoutExpired", "expired"],
] as const)("the fact %s without money is %s", (kind, fact) => {
  expect(unpaidFactOf(kind)).toBe(fact);
});
