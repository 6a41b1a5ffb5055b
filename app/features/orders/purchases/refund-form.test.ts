import { expect, test } from "vitest";
import { office } from "~/i18n/locales/pt/administration";
import { textFrom } from "~/i18n/texts";
import { explainRefundFailure, refundForm } from "./refund-form";

const t = textFrom({ office });

test.each([
  ["cardExpired", null, "O cartão venceu ou foi cancelado."],
  ["unknown", null, "A Stripe não informou o motivo."],
  ["other", null, "A Stripe não informou o motivo."],
  ["other", "invalid: No such charge", "A Stripe informou: invalid: No such charge"],
] as const)("the refund failure %s with the message %j is explained as %j", (failure, message, said) => {
  const { text, values } = explainRefundFailure(failure, message);
  expect(t(text, values)).toBe(said);
});

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
