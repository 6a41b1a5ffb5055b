import { expect, test } from "vitest";
import { decideTaking, isGiftGone, isInvitationGone, mayTakeBack } from "./gift-rules";

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

test.each([
  ["completed", 1, 1, false],
  ["completed", 2, 1, true],
  ["refunded", 1, 1, true],
  ["pending", 1, 1, true],
])(
  "a gift whose sale is %s, with the link %i, gives nothing by the link %i: %s",
  (status, link_version, version, gone) => {
    expect(isGiftGone({ status, link_version }, version)).toBe(gone);
  },
);

const revoked = new Date("2026-05-01T12:00:00Z");

test.each([
  [null, false, null, false],
  [revoked, false, null, true],
  [null, true, null, true],
  [null, true, "guest", false],
])(
  "an invitation revoked %s, closed %s, taken by %s gives nothing: %s",
  (revoked_at, is_closed, taken_by, gone) => {
    expect(isInvitationGone({ revoked_at, is_closed, taken_by })).toBe(gone);
  },
);

test.each([
  ["friend", null, "free"],
  ["friend", "friend", "yours"],
  ["friend", "other", "taken"],
  ["creator", null, "own"],
  ["giver", null, "own"],
])("what %s would take, taken by %s: %s", (person, takenBy, decision) => {
  expect(decideTaking({ ownedBy: ["giver", "creator"], takenBy }, person)).toBe(decision);
});
