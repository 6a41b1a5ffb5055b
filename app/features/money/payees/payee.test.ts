import { expect, test } from "vitest";
import { decidePayee, noBankPlace, noDestination, type PayoutDetails } from "./payee";

const details: PayoutDetails = {
  suspended: false,
  full_name: " Ana Criadora ",
  payment_method: "pix",
  pix_key: "Ana@Pix.example",
  bank_name: "Banco do Brasil",
  bank_account_number: "0001/12345-6",
  ...noBankPlace,
  card_last4: "4242",
  card_holder_name: "ANA C",
};

test.each([
  ["pix", { pix_key: "ana@pix.example" }],
  ["bank", { bank_name: "Banco do Brasil", bank_account_number: "0001/12345-6" }],
  ["card", { card_last4: "4242", card_holder_name: "ANA C" }],
] as const)("a payee paid by %s has its own fields and no others", (payment_method, own) => {
  expect(decidePayee({ ...details, payment_method })).toEqual({
    ok: true,
    payee: { ...noDestination, payee_name: "Ana Criadora", payment_method, ...own },
  });
});

test('the method "stripe" of older rows is a card', () => {
  expect(decidePayee({ ...details, payment_method: "stripe" })).toMatchObject({
    payee: { payment_method: "card" },
  });
});

test.each([
  ["suspended", { suspended: true }],
  ["missingName", { full_name: "  " }],
  ["missingPix", { pix_key: null }],
  ["missingPix", { pix_key: "minha chave" }],
  ["missingBank", { payment_method: "bank", bank_name: " " }],
  ["missingBank", { payment_method: "bank", bank_account_number: null }],
  ["missingCard", { payment_method: "card", card_last4: null }],
  ["missingCard", { payment_method: "stripe", card_holder_name: "" }],
] as const)("a payee has the problem %s with %o", (problem, change) => {
  expect(decidePayee({ ...details, ...change })).toEqual({ ok: false, problem });
});

test("a checked bank account keeps code, branch and holder, which no other method has", () => {
  const place = { bank_code: "001", bank_branch: "0001", bank_holder_tax_id: "52998224725" };
  expect(decidePayee({ ...details, ...place, payment_method: "bank" })).toMatchObject({ payee: place });
  expect(decidePayee({ ...details, ...place, payment_method: "pix" })).toMatchObject({ payee: noBankPlace });
});
