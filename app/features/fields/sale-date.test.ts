import { expect, test } from "vitest";
import { formatSaleDate } from "./sale-date";

test.each([
  ["2026-11-21T13:05:00Z", "21 nov 2026, 10:05"],
  ["2026-03-01T02:59:00Z", "28 fev 2026, 23:59"],
  ["2026-01-01T03:00:00Z", "01 jan 2026, 00:00"],
])("%s is %s in São Paulo", (instant, written) => {
  expect(formatSaleDate(new Date(instant))).toBe(written);
});
