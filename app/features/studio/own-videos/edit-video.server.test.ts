import fc from "fast-check";
import { expect, test } from "vitest";
import { highestPriceCents, lowestPriceCents, parsePrice } from "~/features/base/money/price";
import { writePrice } from "./edit-video.server";

test.each([
  [50, "0,50"],
  [4990, "49,90"],
  [100_000, "1000,00"],
])("the price field shows %d cents as %s", (cents, text) => expect(writePrice(cents, "pt")).toBe(text));

test("an unchanged form keeps the price", () => {
  fc.assert(
    fc.property(fc.integer({ min: lowestPriceCents, max: highestPriceCents }), (cents) => {
      expect(parsePrice(writePrice(cents, "pt"))).toEqual({ ok: true, cents });
    }),
  );
});
