import { expect, test } from "vitest";
import { reservedCents, reserveReleasedAt } from "./release-rules";

test.each([
  [10_000, 1_000, 1_000],
  [4_241, 1_000, 424],
  [1, 5_000, 0],
  [-4_241, 1_000, -424],
])("of %i cents, %i basis points reserve %i cents", (cents, bp, reserved) => {
  expect(reservedCents(cents, { bp })).toBe(reserved);
});

const paidAt = new Date("2026-05-01T12:00:00Z");
const restAt = new Date("2026-05-16T12:00:00Z");

test.each([
  [90, new Date("2026-07-30T12:00:00Z")],
  [15, restAt],
  [7, restAt],
])("a reserve of %i days is released at %s, not before the rest", (days, at) => {
  expect(reserveReleasedAt(paidAt, restAt, { days })).toEqual(at);
});
