import { expect, test } from "vitest";
import { judgePurchase } from "./may-buy";

const product: Parameters<typeof judgePurchase>[0] = {
  creator_id: "creator",
  price_cents: 4990,
  granted: false,
  statuses: [],
};

test.each<[string, Partial<typeof product>, ReturnType<typeof judgePurchase>]>([
  ["a product they do not have", {}, undefined],
  ["a free product", { price_cents: 0 }, undefined],
  ["a product after a refund", { statuses: ["refunded", "failed"] }, undefined],
  ["an open checkout", { statuses: ["pending"] }, undefined],
  ["their own product", { creator_id: "buyer", granted: true }, "ownVideo"],
  ["a product they have", { granted: true, statuses: ["completed"] }, "alreadyBought"],
  ["a disputed purchase", { statuses: ["processing", "disputed"] }, "disputed"],
  ["a payment that is processed", { statuses: ["refunded", "processing"] }, "paymentProcessing"],
])("buying %s is judged as in its row", (_, changes, refusal) => {
  const offered = { ...product, ...changes };
  expect(judgePurchase(offered, { buyerId: "buyer", isGift: false })).toBe(refusal);
});

test.each<[string, Partial<typeof product>, ReturnType<typeof judgePurchase>]>([
  ["a product they have", { granted: true, statuses: ["completed", "processing"] }, undefined],
  ["a free product", { price_cents: 0 }, "notFound"],
  ["their own product", { creator_id: "buyer" }, "ownVideo"],
])("giving %s is judged as in its row", (_, changes, refusal) => {
  expect(judgePurchase({ ...product, ...changes }, { buyerId: "buyer", isGift: true })).toBe(refusal);
});
