import { describe, expect, test } from "vitest";
import { checkoutPath, decideCheckoutToast, loginToBuyPath, readIntention } from "./purchase-intention";
import { refusalFlash } from "./refusals";

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

const opened = { ok: true, url: "https://pay.example" } as const;
const values = { price: "R$ 59,90" };

test.each([
  ["opened in a tab", opened, true, { tone: "success", title: "marketplace.checkoutOpened" }],
  ["opened here", opened, false, { tone: "info", title: "marketplace.redirecting" }],
  [
    "refused as the price rose",
    { ok: false, error: "marketplace.priceRose", flash: refusalFlash("priceRose", values) },
    false,
    { tone: "info", title: "marketplace.priceRose", values },
  ],
  [
    "failed",
    { ok: false, error: "marketplace.paymentsDown", flash: refusalFlash("paymentsAway") },
    false,
    { tone: "error", title: "marketplace.buyFailed", description: "marketplace.paymentsDown" },
  ],
] as const)("a checkout that was %s shows its toast", (_, answer, inTab, toast) => {
  expect(decideCheckoutToast(answer, inTab)).toEqual(toast);
});
