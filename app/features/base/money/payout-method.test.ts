import { expect, test } from "vitest";
import { cardLast4, parsePayoutMethod } from "./payout-method";

test.each([
  ["pix", "pix"],
  ["bank", "bank"],
  ["card", "card"],
  ["stripe", "card"],
  ["paypal", "pix"],
  ["", "pix"],
  [null, "pix"],
  [undefined, "pix"],
] as const)("%s is shown as %s", (stored, shown) => {
  expect(parsePayoutMethod(stored)).toBe(shown);
});

test("of a card number only the last four digits are kept", () => {
  expect(cardLast4("4242424242424242")).toBe("4242");
  expect(cardLast4("123")).toBeNull();
  expect(cardLast4("")).toBeNull();
});
