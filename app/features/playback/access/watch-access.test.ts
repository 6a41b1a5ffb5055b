import { expect, test } from "vitest";
import { decideHolding } from "~/features/orders/checkout/holding";
import { decideWatchAccess } from "./watch-access";

const payment = { id: "sale", method: null, until: null };

/** What somebody with sales of these statuses has of Ana's video, as the database says it. */
function holdingBy(viewer: { userId: string } | undefined, statuses: readonly string[], granted: boolean) {
  const has = (status: string) => statuses.includes(status);
  return decideHolding(viewer?.userId, "ana", {
    granted,
    disputed: has("disputed") ? { by: "purchase", title: "Pães" } : null,
    paying: has("processing") ? payment : null,
    held: null,
    ended: has("refunded") ? { why: "refunded", title: "Pães", isCourse: false } : null,
    removedFrom: null,
    failed: has("failed"),
  });
}

const ana = { userId: "ana" };
const bia = { userId: "bia" };
const video = { creatorId: "ana", published: true, encoding: false, deleted: false, suspended: false };
const coming = { ...video, published: false, encoding: true };

test.each([
  ["nobody signed in", undefined, video, [], "login"],
  ["nobody signed in and no such video", undefined, undefined, [], "login"],
  ["no such video", bia, undefined, [], "notFound"],
  ["not yet published, even for its owner", ana, { ...video, published: false }, [], "notFound"],
  ["being prepared, for its owner", ana, coming, [], "encoding"],
  ["being prepared, for anyone signed in", bia, coming, [], "encoding"],
  ["being prepared, for nobody", undefined, coming, [], "login"],
  ["being prepared for a suspended creator, for others", bia, { ...coming, suspended: true }, [], "notFound"],
  ["being prepared for a suspended creator, for them", ana, { ...coming, suspended: true }, [], "encoding"],
  ["dropped while being prepared", ana, { ...coming, deleted: true }, [], "notFound"],
  ["the owner", ana, video, [], "owner"],
  ["someone who has not bought", bia, video, [], "mustBuy"],
  ["a payment not yet made", bia, video, ["pending"], "mustBuy"],
  ["a payment on its way", bia, video, ["processing"], "processing"],
  ["a payment that failed", bia, video, ["failed"], "mustBuy"],
  ["a refunded buyer", bia, video, ["refunded"], "mustBuy"],
  ["a disputed sale", bia, video, ["disputed"], "disputed"],
  ["a disputed sale beside a payment on its way", bia, video, ["processing", "disputed"], "disputed"],
  ["a disputed sale beside a completed one", bia, video, ["disputed", "completed"], "bought"],
  ["a disputed sale of a deleted video", bia, { ...video, deleted: true }, ["disputed"], "disputed"],
  ["a disputed sale of a suspended video", bia, { ...video, suspended: true }, ["disputed"], "disputed"],
  ["a buyer", bia, video, ["completed"], "bought"],
  ["a buyer with an older failed try", bia, video, ["failed", "completed"], "bought"],
  ["a buyer of a deleted video", bia, { ...video, deleted: true }, ["completed"], "bought"],
  [
    "whose payment is on its way, once deleted",
    bia,
    { ...video, deleted: true },
    ["processing"],
    "processing",
  ],
  ["a refunded buyer, once deleted", bia, { ...video, deleted: true }, ["refunded"], "ended"],
  ["a refunded buyer of a suspended video", bia, { ...video, suspended: true }, ["refunded"], "ended"],
  ["whose checkout is open, once deleted", bia, { ...video, deleted: true }, ["pending"], "notFound"],
  ["whose payment failed, once deleted", bia, { ...video, deleted: true }, ["failed"], "notFound"],
  ["anyone else, once deleted", bia, { ...video, deleted: true }, [], "notFound"],
  ["its owner, once deleted", ana, { ...video, deleted: true }, [], "notFound"],
  ["a buyer of a suspended video", bia, { ...video, suspended: true }, ["completed"], "bought"],
  [
    "whose payment is on its way, once suspended",
    bia,
    { ...video, suspended: true },
    ["processing"],
    "processing",
  ],
  ["anyone else, once suspended", bia, { ...video, suspended: true }, ["pending"], "notFound"],
  ["its owner, once suspended", ana, { ...video, suspended: true }, [], "owner"],
] as const)("watch access for %s is $4", (_, viewer, watched, statuses, access) => {
  const granted = (statuses as readonly string[]).includes("completed");
  expect(decideWatchAccess(viewer, watched, holdingBy(viewer, statuses, granted))).toBe(access);
});

test.each([
  ["without a sale", []],
  ["beside a failed payment", ["failed"]],
  ["beside a refunded purchase", ["refunded"]],
  ["beside a payment on its way", ["processing"]],
] as const)("a grant gives access %s", (_, statuses) => {
  expect(decideWatchAccess(bia, video, holdingBy(bia, statuses, true))).toBe("bought");
  expect(decideWatchAccess(bia, { ...video, deleted: true }, holdingBy(bia, statuses, true))).toBe("bought");
});

test("a completed sale without a grant gives no access", () => {
  expect(decideWatchAccess(bia, video, holdingBy(bia, ["completed"], false))).toBe("mustBuy");
});
