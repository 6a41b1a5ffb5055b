import { expect, test } from "vitest";
import { formatMoney } from "./money";

const plain = (text: string) => text.replace(/\s/g, " ");

test.each([
  [4990, "BRL", "pt", "R$ 49,90"],
  [4990, "BRL", "en", "R$49.90"],
  [5, "BRL", "pt", "R$ 0,05"],
  [123456789, "BRL", "pt", "R$ 1.234.567,89"],
  [4990, "USD", "pt", "$ 49,90"],
  [4990, "USD", "en", "$49.90"],
  [4990, "EUR", "pt", "€ 49,90"],
  [-4241, "BRL", "pt", "-R$ 42,41"],
] as const)("%s cents of %s are displayed in %s as $3", (cents, currency, locale, text) => {
  expect(plain(formatMoney(cents, currency, locale))).toBe(text);
});
