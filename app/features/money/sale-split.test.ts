import fc from "fast-check";
import { expect, test } from "vitest";
import { splitSale } from "./sale-split";

test("every amount up to R$ 10.000,00 splits exactly, with the fee nearest to 15 %", () => {
  for (let amount = 0; amount <= 1_000_000; amount += 1) {
    const { platformFeeCents, creatorEarningsCents } = splitSale(amount);
    if (platformFeeCents + creatorEarningsCents !== amount) expect.fail(`${amount} does not add up`);
    const exact = BigInt(amount) * 15n;
    const distance = BigInt(platformFeeCents) * 100n - exact;
    if (distance > 50n || distance <= -50n)
      expect.fail(`${amount}: fee ${platformFeeCents} is not the nearest cent`);
  }
});

test("known splits", () => {
  expect(splitSale(4990)).toEqual({ platformFeeCents: 749, creatorEarningsCents: 4241 });
  expect(splitSale(50)).toEqual({ platformFeeCents: 8, creatorEarningsCents: 42 });
  expect(splitSale(0)).toEqual({ platformFeeCents: 0, creatorEarningsCents: 0 });
});

test("large amounts stay exact", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (amount) => {
      const split = splitSale(amount);
      return split.platformFeeCents + split.creatorEarningsCents === amount;
    }),
  );
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("refuses %s", (amount) => {
  expect(() => splitSale(amount)).toThrow(RangeError);
});
