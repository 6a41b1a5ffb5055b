import { expect, test } from "vitest";
import { office } from "~/i18n/locales/pt/administration";
import { textFrom } from "~/i18n/texts";
import { describeEventError } from "./event-error";

const t = textFrom({ office });

test.each([
  ["unknownPayment", "A Stripe informa um pagamento que não está nos nossos registros"],
  ["aNewOne", "Erro: aNewOne"],
])("the error %s of a payment event is described as %j", (error, text) =>
  expect(describeEventError(error, t)).toBe(text),
);
