import { expect, test } from "vitest";
import { readRequestedCoupon, writeRequestedCoupon } from "./requested-coupon";

const terms = {
  code: "NATAL",
  percent: 10,
  amountCents: null,
  maxUses: 100,
  perPerson: null,
  firstOnly: true,
  videoIds: ["7F80F745-2a1b-4c3d-8e9f-000000000001"],
  startsAt: new Date("2026-12-01T03:00:00.000Z"),
  endsAt: null,
};

test("a request stores the terms of a coupon, and reads them back", () => {
  const stored: unknown = JSON.parse(JSON.stringify(writeRequestedCoupon(terms)));
  expect(readRequestedCoupon(stored)).toEqual({
    ...terms,
    videoIds: ["7f80f745-2a1b-4c3d-8e9f-000000000001"],
  });
});

test("terms of another shape are refused", () => {
  expect(() => readRequestedCoupon({ ...writeRequestedCoupon(terms), firstOnly: "on" })).toThrow();
  expect(() => readRequestedCoupon({ pixDays: 7 })).toThrow();
});
