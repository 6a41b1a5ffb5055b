import { expect, test } from "vitest";
import { decideCheckoutToast } from "./checkout-toast";
import { refusalFlash } from "./refusals";

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
