import { expect, test } from "vitest";
import { digestOf, rhythmOf, wantsMail } from "./mail-kinds";

test.each([
  ["receipt", "none", true],
  ["sale", undefined, true],
  ["sale", "each", true],
  ["sale", "daily", false],
  ["sale", "none", false],
  ["salesOfDay", undefined, false],
  ["salesOfDay", "daily", true],
  ["firstSale", "none", true],
  ["review", undefined, true],
  ["review", "none", false],
  ["attention", undefined, true],
  ["attention", "none", false],
])("a mail of the kind %s with the choice %s is sent: %s", (kind, chosen, expected) =>
  expect(wantsMail(kind, chosen)).toBe(expected),
);

test("a mail group falls back to its default frequency if it does not offer the chosen one", () => {
  expect(rhythmOf("reviews", "daily")).toBe("each");
  expect(rhythmOf("attention", undefined)).toBe("daily");
});

test.each([
  ["2026-11-20T03:00:00Z", "2026-11-20", "2026-11-21T11:00:00.000Z"],
  ["2026-11-21T02:59:59Z", "2026-11-20", "2026-11-21T11:00:00.000Z"],
  ["2026-12-31T12:00:00Z", "2026-12-31", "2027-01-01T11:00:00.000Z"],
])("the moment %s belongs to the digest of %s, mailed at %s", (now, day, sendAt) => {
  const digest = digestOf(new Date(now));
  expect([digest.day, digest.sendAt.toISOString()]).toEqual([day, sendAt]);
});
