import { expect, test } from "vitest";
import { mayStrikePrice } from "./claim-coupon.server";

const now = new Date("2026-03-31T12:00:00Z");

test.each([
  [new Date("2026-03-01T12:00:00Z"), true],
  [new Date("2026-03-01T12:00:00.001Z"), false],
  [now, false],
  [null, false],
])("a price asked since %s may be struck through: %s", (since, may) => {
  expect(mayStrikePrice(since, now)).toBe(may);
});
