import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { platformShareBp as shareBp, splitSale } from "~/features/base/money/platform-share";
import { type CouponBuyer, type CouponTerms, decideCoupon, priceWithCoupon } from "./coupon-rules";

const percent = (value: number) => ({ percent: value, amountCents: null });
const amount = (value: number) => ({ percent: null, amountCents: value });

describe("a creator's coupon", () => {
  test.each([
    [4990, percent(20), 3992],
    [1999, percent(50), 999],
    [4990, amount(1000), 3990],
    [100, percent(50), 50],
  ])("makes %i cents with %j to %i, split 85/15", (list, discount, priceCents) => {
    expect(priceWithCoupon(list, discount, { bornBy: "creator", shareBp })).toEqual({
      ok: true,
      priceCents,
      split: splitSale(priceCents, shareBp),
    });
  });

  test.each([
    [4990, percent(100)],
    [100, percent(51)],
    [4990, amount(4990)],
    [4990, amount(9999)],
    [4990, amount(4941)],
  ])("makes %i cents with %j free if less than the lowest charge is left", (list, discount) => {
    expect(priceWithCoupon(list, discount, { bornBy: "creator", shareBp })).toEqual({
      ok: true,
      priceCents: 0,
      split: undefined,
    });
  });
});

describe("the platform's coupon", () => {
  test("leaves the creator their usual earnings, or up to a cent per R$ 100 more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 99_999_999 }), fc.integer({ min: 1, max: 15 }), (list, off) => {
        const price = priceWithCoupon(list, percent(off), { bornBy: "platform", shareBp });
        if (!price.ok || !price.split) return;
        const without = splitSale(list, shareBp).creatorEarningsCents;
        const { creatorEarningsCents, platformFeeCents } = price.split;
        expect(creatorEarningsCents).toBeGreaterThanOrEqual(without);
        expect(creatorEarningsCents - without).toBeLessThanOrEqual(Math.ceil(price.priceCents / 10_000));
        expect(platformFeeCents + creatorEarningsCents).toBe(price.priceCents);
        expect(platformFeeCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("lowers the platform's share of a creator with a fee of their own", () => {
    expect(priceWithCoupon(4990, amount(499), { bornBy: "platform", shareBp: 1_000 })).toEqual({
      ok: true,
      priceCents: 4491,
      split: splitSale(4491, 1),
    });
    expect(priceWithCoupon(4990, amount(500), { bornBy: "platform", shareBp: 1_000 })).toEqual({
      ok: false,
      error: "tooMuch",
    });
  });

  test("never makes a video free", () => {
    const platform = { bornBy: "platform", shareBp } as const;
    expect(priceWithCoupon(50, amount(1), platform)).toEqual({ ok: false, error: "tooLow" });
    expect(priceWithCoupon(4990, amount(4990), platform)).toEqual({ ok: false, error: "tooLow" });
  });

  test("is refused if it is more than the platform's share", () => {
    expect(priceWithCoupon(4990, amount(749), { bornBy: "platform", shareBp })).toMatchObject({
      ok: true,
      priceCents: 4241,
    });
    expect(priceWithCoupon(4990, amount(750), { bornBy: "platform", shareBp })).toEqual({
      ok: false,
      error: "tooMuch",
    });
  });
});

const now = new Date("2026-11-25T12:00:00Z");
const before = new Date("2026-11-25T11:59:59Z");
const later = new Date("2026-11-25T12:00:01Z");
const video = { id: "v1", creatorId: "c1", priceCents: 4990, shareBp: 1_500 };

const coupon: CouponTerms = {
  creatorId: "c1",
  discount: { percent: 20, amountCents: null },
  videoIds: [],
  startsAt: null,
  endsAt: null,
  endedAt: null,
  maxUses: null,
  perPerson: null,
  firstOnly: false,
  used: 0,
};
const stranger: CouponBuyer = { uses: 0, hasBought: false };

test.each<[string, Partial<CouponTerms>, Partial<CouponBuyer> | undefined, string | number]>([
  ["without limits", {}, {}, 3992],
  ["for a visitor who is not signed in", { perPerson: 1, firstOnly: true }, undefined, 3992],
  ["of another creator", { creatorId: "c2" }, {}, "couponUnknown"],
  ["of the platform", { creatorId: null, discount: { percent: 10, amountCents: null } }, {}, 4491],
  ["for this video", { videoIds: ["v1"] }, {}, 3992],
  ["for another video", { videoIds: ["v2"] }, {}, "couponOtherVideo"],
  ["from this moment on", { startsAt: now }, {}, 3992],
  ["from a later moment on", { startsAt: later }, {}, "couponEarly"],
  ["until a later moment", { endsAt: later }, {}, 3992],
  ["until this moment", { endsAt: now }, {}, "couponOver"],
  ["that was ended", { endedAt: before }, {}, "couponOver"],
  ["with a use left", { maxUses: 2, used: 1 }, {}, 3992],
  ["without a use left", { maxUses: 2, used: 2 }, {}, "couponUsedUp"],
  ["that the buyer may use again", { perPerson: 2 }, { uses: 1 }, 3992],
  ["that the buyer has used", { perPerson: 1 }, { uses: 1 }, "couponUsed"],
  ["for a first purchase", { firstOnly: true }, {}, 3992],
  ["for a first purchase, of an earlier buyer", { firstOnly: true }, { hasBought: true }, "couponFirstOnly"],
  ["that leaves nothing", { discount: { percent: 100, amountCents: null } }, {}, 0],
  [
    "of the platform that leaves nothing",
    { creatorId: null, discount: { percent: null, amountCents: 4990 } },
    {},
    "couponTooLow",
  ],
])("a coupon %s is decided as $3", (_, terms, buyer, expected) => {
  const who = buyer && { ...stranger, ...buyer };
  const decided = decideCoupon({ ...coupon, ...terms }, video, who, now);
  expect(decided.ok ? decided.priceCents : decided.error).toBe(expected);
});
