import { describe, expect, test } from "vitest";
import { checkoutPath, loginToBuyPath, readIntention } from "./purchase-intention";

const id = "0b6f1c2d-1111-4222-8333-444455556666";

test.each([
  ["buy", { tab: "signup" }],
  ["watch", {}],
] as const)("the login after %s has the tab %j and returns to the checkout", (after, tab) => {
  const url = new URL(loginToBuyPath(id, { after }), "http://sabia.invalid");
  expect(url.pathname).toBe("/consumer-login");
  expect(Object.fromEntries(url.searchParams)).toEqual({ ...tab, redirectTo: checkoutPath(id) });
});

describe("readIntention", () => {
  test.each([
    [checkoutPath(id), { videoId: id, buys: true }],
    [`${checkoutPath(id)}?lng=en`, { videoId: id, buys: true }],
    [`/videos/${id}`, { videoId: id, buys: false }],
    [`/watch/${id}?checkout=cancelled`, { videoId: id, buys: false }],
    [`/videos/${id.toUpperCase()}/checkout`, { videoId: id, buys: true }],
  ])("reads %s", (target, intention) => {
    expect(readIntention(target)).toEqual(intention);
  });

  test.each([
    "/marketplace",
    "/videos/1/checkout",
    `/watch/${id}/checkout`,
    `/videos/${id}/checkout/more`,
    `/creator/videos/${id}`,
    `/videos/${id}.json`,
  ])("returns undefined for %s", (target) => {
    expect(readIntention(target)).toBeUndefined();
  });
});
