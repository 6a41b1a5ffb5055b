import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePrice } from "./price";

test.each([
  ["49.90", 4990],
  ["49,90", 4990],
  ["49,9", 4990],
  ["49", 4900],
  [" 49,90 ", 4990],
  ["0,50", 50],
  ["0.07e", undefined],
  ["1.005", undefined],
  ["1.234,50", undefined],
  ["-1", undefined],
  ["+1", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["", undefined],
  [",5", undefined],
  ["5,", undefined],
  ["R$ 5", undefined],
  ["٤٩", undefined],
  ["0", undefined],
  ["0,00", undefined],
] as const)("the typed price %j is %s cents", (typed, cents) => {
  expect(parsePrice(typed)).toEqual(
    cents === undefined ? { ok: false, error: "videos.priceInvalid" } : { ok: true, cents },
  );
});

test("a price below R$ 0,50 or above R$ 999.999,99 has its own error", () => {
  expect(parsePrice("0,49")).toEqual({ ok: false, error: "videos.priceTooLow" });
  expect(parsePrice("999999,99")).toEqual({ ok: true, cents: 99_999_999 });
  expect(parsePrice("1000000")).toEqual({ ok: false, error: "videos.priceTooHigh" });
  expect(parsePrice("9".repeat(400))).toEqual({ ok: false, error: "videos.priceTooHigh" });
});

test("every price reads back as it was written", () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 99_999_999 }), (cents) => {
      const typed = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;
      expect(parsePrice(typed)).toEqual({ ok: true, cents });
    }),
  );
});
