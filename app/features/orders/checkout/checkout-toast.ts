import type { MessageKey } from "~/i18n/message-key";
import type { Flash } from "~/platform/session/flash.server";

/** Response of the checkout to a script: the payment address, or the reason for a refusal. */
export type CheckoutAnswer =
  | { ok: true; url: string }
  /** `path`: the page that explains the refusal, if it is the product's own. */
  | { ok: false; error: MessageKey; flash: Flash; path?: string };

/**
 * Returns the toast for the checkout's answer (product.md, Purchase flow). `inTab`: whether the payment page is open in
 * a tab of its own, rather than replacing this page.
 */
export function decideCheckoutToast(answer: CheckoutAnswer, inTab: boolean): Flash {
  if (!answer.ok) return answer.flash;
  return inTab
    ? { tone: "success", title: "marketplace.checkoutOpened" }
    : { tone: "info", title: "marketplace.redirecting" };
}
