import { expect, test } from "vitest";
import { formatPurchaseDay } from "./purchase-day";

const midnight = new Date("2026-12-06T02:59:59Z");

test.each([
  ["pt", "05/12/2026"],
  ["en", "5 Dec 2026"],
] as const)("in %s, a day of São Paulo's calendar is %j", (locale, text) => {
  expect(formatPurchaseDay(midnight, locale)).toBe(text);
});
