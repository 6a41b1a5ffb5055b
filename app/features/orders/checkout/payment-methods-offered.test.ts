import { describe, expect, test } from "vitest";
import { platformShareBp, splitSale } from "~/features/base/money/platform-share";
import {
  estimateProviderFee,
  listOfferedMethods,
  type OfferedMethod,
  offeredPrices,
} from "./payment-methods-offered";

test.each<[number, OfferedMethod[]]>([
  [50, ["card", "pix"]],
  [500, ["card", "pix"]],
  [2299, ["card", "pix"]],
  [2300, ["card", "pix", "boleto"]],
  [4990, ["card", "pix", "boleto"]],
  [4_999_999, ["card", "pix", "boleto"]],
  [5_000_000, ["card", "pix"]],
])("a price of %i cents is paid by %j", (price, methods) => {
  expect(listOfferedMethods(price, "BRL")).toEqual(methods);
});

test.each(["USD", "EUR"] as const)("a price in %s is paid by card only", (currency) => {
  expect(listOfferedMethods(50, currency)).toEqual(["card"]);
});

const exceedsBy = (price: number, method: OfferedMethod) =>
  estimateProviderFee(price, method) - splitSale(price, platformShareBp).platformFeeCents;

test("a card, offered at every price, costs at most 33 cents more than the 15 %, and nothing more from R$ 3,50", () => {
  const prices = Array.from({ length: 200_000 }, (_, index) => index + 50);
  expect(Math.max(...prices.map((price) => exceedsBy(price, "card")))).toBe(33);
  expect(prices.findLast((price) => exceedsBy(price, "card") > 0)).toBe(349);
});

describe.each(["pix", "boleto"] as const)("%s as a payment method", (method) => {
  const exceeds = (price: number) => exceedsBy(price, method) > 0;

  test("no offered price up to R$ 2.000,00 costs the platform more than its 15 %", () => {
    const prices = Array.from({ length: 200_000 }, (_, index) => index + 50);
    expect(
      prices.filter((price) => listOfferedMethods(price, "BRL").includes(method) && exceeds(price)),
    ).toEqual([]);
  });

  test("is offered from at most 40 cents above the lowest price that covers its fee", () => {
    const { fromCents } = offeredPrices[method];
    const first = Array.from({ length: 5_000 }, (_, index) => index + 50).findLast(exceeds) ?? 49;
    expect(fromCents - first).toBeLessThanOrEqual(40);
  });
});
