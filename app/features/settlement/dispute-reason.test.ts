import { expect, test } from "vitest";
import { office } from "~/i18n/locales/pt/office";
import { textFrom } from "~/i18n/texts";
import { describeDisputeReason } from "./dispute-reason";

const t = textFrom({ office });

test.each([
  ["fraudulent", "Fraude"],
  ["product_not_received", "Produto não recebido"],
  ["named_next_year", "Outro motivo"],
])("%s is %j", (reason, text) => expect(describeDisputeReason(reason, t)).toBe(text));
