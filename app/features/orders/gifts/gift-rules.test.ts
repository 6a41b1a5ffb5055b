import { expect, test } from "vitest";
import { mayTakeBack } from "./taking-rules";

const refused = (error: string) => ({ ok: false, error });

test.each([
  ["the giver's open gift", "giver", "completed", null, { ok: true }],
  ["a gift that was taken", "giver", "completed", "friend", refused("taken")],
  ["a gift that is not paid", "giver", "pending", null, refused("notFound")],
  ["a refunded gift", "giver", "refunded", null, refused("notFound")],
  ["another person's gift", "friend", "completed", null, refused("notFound")],
])("taking back: %s", (_, consumer_id, status, taken_by, result) => {
  expect(mayTakeBack({ consumer_id, status, taken_by }, "giver")).toEqual(result);
});
