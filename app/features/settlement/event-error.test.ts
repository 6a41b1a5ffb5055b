import { expect, test } from "vitest";
import { office } from "~/i18n/locales/pt/office";
import { textFrom } from "~/i18n/texts";
import { describeEventError } from "./event-error";

const t = textFrom({ office });

test.each([
  ["unknownPayment", "A Stripe fala de um pagamento que não conhecemos"],
  ["aNewOne", "Erro: aNewOne"],
])("%s is %j", (error, text) => expect(describeEventError(error, t)).toBe(text));
