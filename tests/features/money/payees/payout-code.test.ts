import { expect, test } from "vitest";
import { writePayoutCode } from "~/features/money/payees/payout-code.server";

const payout = {
  id: "6f1c2f0e-6d3b-4d8b-9a55-0d3f8a3c1b2a",
  status: "prepared",
  payment_method: "pix",
  pix_key: "Ana@Pix.example",
  payee_name: "Ana Criadora",
  amount_cents: 4_241,
} as const;

test("the code of a prepared payout has its key, amount, name and txid", () => {
  const code = writePayoutCode(payout);
  for (const part of ["0115ana@pix.example", "540542.41", "5912ANA CRIADORA", "05256"])
    expect(code).toContain(part);
});

test.each([
  ["paid", { status: "paid" }],
  ["failed", { status: "failed" }],
  ["returned", { status: "returned" }],
  ["by bank transfer", { payment_method: "bank" }],
  ["without a key", { pix_key: null }],
  ["with an invalid key", { pix_key: "minha chave" }],
] as const)("a payout %s has no code", (_, change) => {
  expect(writePayoutCode({ ...payout, ...change })).toBeUndefined();
});
