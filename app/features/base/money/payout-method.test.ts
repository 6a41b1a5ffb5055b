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
] as const)("the payout method %s is displayed as %s", (stored, shown) => {
  expect(parsePayoutMethod(stored)).toBe(shown);
});

test("only the last four digits of a card number are kept", () => {
  expect(cardLast4("4242424242424242")).toBe("4242");
  expect(cardLast4("123")).toBeNull();
  expect(cardLast4("")).toBeNull();
});
