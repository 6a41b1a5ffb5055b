import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCreatorShare, formatShare, platformShareBp, splitPercent, splitSale } from "./platform-share";

test.each([
  [4990, 1_500, 749],
  [50, 1_500, 8],
  [0, 1_500, 0],
  [4990, 1_000, 499],
])("the fee of %i cents at %i basis points is %i cents, rounded half up", (amount, bp, fee) => {
  const split = { platformShareBp: bp, platformFeeCents: fee, creatorEarningsCents: amount - fee };
  expect(splitSale(amount, bp)).toEqual(split);
});

test("every amount up to R$ 10.000,00 splits exactly, with the fee nearest to 15 %", () => {
  for (let amount = 0; amount <= 1_000_000; amount += 1) {
    const { platformFeeCents, creatorEarningsCents } = splitSale(amount, platformShareBp);
    if (platformFeeCents + creatorEarningsCents !== amount) expect.fail(`${amount} does not add up`);
    const distance = platformFeeCents * 100 - amount * 15;
    if (distance > 50 || distance <= -50)
      expect.fail(`${amount}: ${platformFeeCents} is not the nearest cent`);
  }
});

test("any amount and share split exactly, with the fee nearest to the share", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.integer({ min: 0, max: 10_000 }),
      (amount, share) => {
        const { platformFeeCents, creatorEarningsCents } = splitSale(amount, share);
        expect(platformFeeCents + creatorEarningsCents).toBe(amount);
        const distance = BigInt(platformFeeCents) * 10_000n - BigInt(amount) * BigInt(share);
        expect(distance <= 5_000n && distance > -5_000n).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  "splitSale rejects an amount of %s cents",
  (amount) => {
    expect(() => splitSale(amount, platformShareBp)).toThrow(RangeError);
  },
);

test.each([-1, 10_001, 0.5, Number.NaN])("splitSale rejects a share of %s basis points", (share) => {
  expect(() => splitSale(100, share)).toThrow(RangeError);
});

test("the platform's and the creator's share are written in percent", () => {
  expect(splitPercent()).toEqual({ platform: 15, creator: 85 });
  expect(splitPercent(1_250)).toEqual({ platform: 12.5, creator: 87.5 });
});

test("a share is written in percent with a decimal comma", () => {
  expect([1_500, 1_250, 5].map(formatShare)).toEqual(["15", "12,5", "0,05"]);
  expect(formatCreatorShare(1_250, "pt")).toBe("87,5");
});
