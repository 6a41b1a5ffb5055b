import { expect, test } from "vitest";
import { rhythmOf, wantsMail } from "./mail-kinds";

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
