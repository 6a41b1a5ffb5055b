import { expect, test } from "vitest";
import { type CouponBuyer, type CouponTerms, decideCoupon } from "./coupon-validity";

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
