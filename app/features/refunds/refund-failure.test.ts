import { expect, test } from "vitest";
import { office } from "~/i18n/locales/pt/office";
import { textFrom } from "~/i18n/texts";
import { explainRefundFailure } from "./refund-failure";

const t = textFrom({ office });

test.each([
  ["expired_or_canceled_card", "O cartão venceu ou foi cancelado."],
  ["unknown", "A Stripe não informou o motivo."],
  ["invalid: No such charge", "A Stripe disse: invalid: No such charge"],
])("%s is %j", (failure, said) => {
  const { text, values } = explainRefundFailure(failure);
  expect(t(text, values)).toBe(said);
});
