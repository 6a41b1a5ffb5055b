import { expect, test } from "vitest";
import { decideGiftSending } from "./gift-form";

const now = new Date("2026-11-25T11:59:00Z");

test.each([
  ["2026-12-24", new Date("2026-12-24T12:00:00Z")],
  ["2026-11-25", new Date("2026-11-25T12:00:00Z")],
  ["2026-11-24", null],
  ["2027-11-24", new Date("2027-11-24T12:00:00Z")],
  ["2027-11-25", undefined],
])("a gift for %s is sent at nine in São Paulo, at once or never: %s", (day, sendAt) => {
  expect(decideGiftSending(day, now)).toEqual(sendAt);
});

test("a gift for today is sent at once from nine on", () => {
  expect(decideGiftSending("2026-11-25", new Date("2026-11-25T12:00:00Z"))).toBeNull();
});
