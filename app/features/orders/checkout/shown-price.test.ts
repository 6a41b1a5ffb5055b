import { expect, test } from "vitest";
import { parseShownPrice } from "./shown-price";

test.each<[string, Record<string, string>, number | undefined]>([
  ["cents", { shownPriceCents: "4990" }, 4990],
  ["no field", {}, undefined],
  ["nothing in it", { shownPriceCents: "" }, undefined],
  ["reais", { shownPriceCents: "49,90" }, undefined],
  ["a negative number", { shownPriceCents: "-1" }, undefined],
  ["a number that no price has", { shownPriceCents: "1".repeat(10) }, undefined],
])("a shown price that is %s is parsed as $2", (_, fields, cents) =>
  expect(parseShownPrice(fields)).toBe(cents),
);
