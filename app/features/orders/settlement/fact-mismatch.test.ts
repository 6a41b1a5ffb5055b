import { expect, test } from "vitest";
import { chargeMismatch, checkoutMismatch, partMismatch } from "./fact-mismatch";

const sale = {
  amount_cents: 4_990,
  currency: "BRL",
  provider_checkout_id: "cs_1" as string | null,
  provider_payment_id: "pi_1" as string | null,
};
const money = { amountCents: 4_990, currency: "BRL" };

test.each([
  ["cs_1", "cs_1", money, undefined],
  [null, "cs_1", money, undefined],
  ["cs_1", "cs_2", money, "otherCheckout"],
  ["cs_1", "cs_1", { amountCents: 4_989, currency: "BRL" }, "otherAmount"],
  ["cs_1", "cs_1", { amountCents: 4_990, currency: "USD" }, "otherAmount"],
])("a sale of the checkout %s and a checkout %s of %j: %s", (stored, checkoutId, reported, mismatch) => {
  const known = Object.assign({}, sale, { provider_checkout_id: stored });
  expect(checkoutMismatch(known, Object.assign({ checkoutId }, reported))).toBe(mismatch);
});

test.each([
  ["pi_1", "pi_1", money, undefined],
  [null, "pi_1", money, undefined],
  ["pi_1", "pi_2", money, "unknownPayment"],
  ["pi_1", "pi_1", { amountCents: 1, currency: "BRL" }, "otherAmount"],
])("a sale of the payment %s and a charge %s of %j: %s", (stored, paymentId, reported, mismatch) => {
  const known = Object.assign({}, sale, { provider_payment_id: stored });
  expect(chargeMismatch(known, Object.assign({ paymentId }, reported))).toBe(mismatch);
});

test.each([
  ["BRL", undefined],
  ["USD", "otherAmount"],
])("a sale in BRL and a refund in %s: %s", (currency, mismatch) => {
  expect(partMismatch(sale, { currency })).toBe(mismatch);
});
