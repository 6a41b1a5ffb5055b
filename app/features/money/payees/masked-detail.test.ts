import { expect, test } from "vitest";
import { maskDetail, maskPayee } from "./masked-detail";

test.each([
  ["ana@pix.example", "a****@pix.example"],
  ["a@b", "a****@b"],
  ["@pix.example", "**** mple"],
  ["ana@", "****"],
  ["+5511987654321", "**** 4321"],
  ["0001/12345-6", "**** 45-6"],
  ["12345678", "****"],
  ["", "****"],
])("the detail %j is masked as %j", (detail, masked) => expect(maskDetail(detail)).toBe(masked));

const payee = {
  pix_key: "ana@pix.example",
  bank_name: "Banco do Brasil",
  bank_account_number: "0001/12345-6",
  card_last4: "4242",
};

test.each([
  ["pix", "PIX a****@pix.example"],
  ["bank", "Banco do Brasil **** 45-6"],
  ["card", "**** 4242"],
] as const)("the destination of a payout by %s is displayed as %j", (payment_method, masked) =>
  expect(maskPayee({ ...payee, payment_method })).toBe(masked),
);
