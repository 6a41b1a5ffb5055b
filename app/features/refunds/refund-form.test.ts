import { expect, test } from "vitest";
import { parseAmount, refundForm } from "./refund-form";

test.each([
  ["10,00", 1000],
  ["10.5", 1050],
  [" 49,90 ", 4990],
  ["0,01", 1],
  ["7", 700],
  ["0,00", undefined],
  ["", undefined],
  ["-1", undefined],
  ["1,234", undefined],
  ["1.000,00", undefined],
  ["1e3", undefined],
  ["9".repeat(16), undefined],
])("%j is %j cents", (typed, cents) => expect(parseAmount(typed)).toBe(cents));

test("the form returns the amount in cents", () => {
  const form = { amount: "10,50", channel: "provider", note: "Pedido do aluno.", seenBackCents: "0" };
  expect(refundForm.parse(form)).toEqual({ ...form, amount: 1050, seenBackCents: 0 });
});

test.each([
  [" ", "common.required"],
  ["0,00", "office.amountInvalid"],
])("the amount %j has the message %s", (amount, message) => {
  const { error } = refundForm.pick({ amount: true }).safeParse({ amount });
  expect(error?.issues.map((issue) => issue.message)).toContain(message);
});
