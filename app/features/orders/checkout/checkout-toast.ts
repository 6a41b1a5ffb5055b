import type { MessageKey } from "~/i18n/message-key";
import { leadsToVideo } from "./refusals-leading-to-video";

/** Response of the checkout to a script: the payment address, or the reason for a refusal. */
export type CheckoutAnswer =
  | { ok: true; url: string }
  /** `path`: the page that explains the refusal, if it is the video's own. */
  | { ok: false; error: MessageKey; values?: Record<string, string>; path?: string };

interface CheckoutToast {
  tone: "success" | "info" | "error";
  title: MessageKey;
  description?: MessageKey;
  values?: Record<string, string>;
}

/**
 * Returns the toast for the checkout's answer (product.md, Purchase flow). `inTab`: whether the payment page is open in
 * a tab of its own, rather than replacing this page.
 */
export function decideCheckoutToast(answer: CheckoutAnswer, inTab: boolean): CheckoutToast {
  if (answer.ok) {
    return inTab
      ? { tone: "success", title: "marketplace.checkoutOpened" }
      : { tone: "info", title: "marketplace.redirecting" };
  }
  const { error, values } = answer;
  return leadsToVideo(error)
    ? { tone: "info", title: error, values }
    : { tone: "error", title: "marketplace.buyFailed", description: error };
}
