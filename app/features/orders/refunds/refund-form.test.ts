import { expect, test } from "vitest";
import { refundForm } from "./refund-form";

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
