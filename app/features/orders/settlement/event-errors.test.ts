import { expect, test } from "vitest";
import { office } from "~/i18n/locales/pt/administration";
import { textFrom } from "~/i18n/texts";
import {
  chargeMismatch,
  checkoutMismatch,
  describeEventError,
  eventTriesAfter,
  partMismatch,
} from "./event-errors";

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

const t = textFrom({ office });

test.each([
  ["unknownPayment", "A Stripe informa um pagamento que não está nos nossos registros"],
  ["aNewOne", "Erro: aNewOne"],
])("the error %s of a payment event is described as %j", (error, text) =>
  expect(describeEventError(error, t)).toBe(text),
);

test.each([
  ["unknownPayment", 12],
  ["unknownSale", 0],
  ["otherAmount", 0],
  [null, 0],
] as const)("an event with the error %s is attempted up to %i times", (error, tries) => {
  expect(eventTriesAfter(error)).toBe(tries);
});
