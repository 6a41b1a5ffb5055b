import { expect, test } from "vitest";
import { office } from "~/i18n/locales/pt/office";
import { textFrom } from "~/i18n/texts";
import { explainRefundFailure } from "./refund-form";

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
