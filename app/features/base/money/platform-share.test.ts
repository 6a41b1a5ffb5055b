import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCreatorShare, formatShare, platformShareBp, splitPercent, splitSale } from "./platform-share";

test("every amount up to R$ 10.000,00 splits exactly, with the fee nearest to 15 %", () => {
  for (let amount = 0; amount <= 1_000_000; amount += 1) {
    const { platformFeeCents, creatorEarningsCents } = splitSale(amount, platformShareBp);
    if (platformFeeCents + creatorEarningsCents !== amount) expect.fail(`${amount} does not add up`);
    const exact = BigInt(amount) * 15n;
    const distance = BigInt(platformFeeCents) * 100n - exact;
    if (distance > 50n || distance <= -50n)
      expect.fail(`${amount}: fee ${platformFeeCents} is not the nearest cent`);
  }
});

test("a sale is split at the platform's share and the fee is rounded half up to the cent", () => {
  expect(splitSale(4990, 1_500)).toEqual({
    platformShareBp: 1_500,
    platformFeeCents: 749,
    creatorEarningsCents: 4241,
  });
  expect(splitSale(50, 1_500)).toEqual({
    platformShareBp: 1_500,
    platformFeeCents: 8,
    creatorEarningsCents: 42,
  });
  expect(splitSale(0, 1_500)).toEqual({
    platformShareBp: 1_500,
    platformFeeCents: 0,
    creatorEarningsCents: 0,
  });
  expect(splitSale(4990, 1_000)).toEqual({
    platformShareBp: 1_000,
    platformFeeCents: 499,
    creatorEarningsCents: 4491,
  });
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
