import type { MessageKey } from "~/i18n/message-key";

const leading: readonly MessageKey[] = [
  "marketplace.alreadyBought",
  "marketplace.ownVideo",
  "marketplace.paymentProcessing",
  "marketplace.paymentDisputed",
  "marketplace.priceRose",
];

/**
 * Returns whether a refused purchase leads to the video's own page, as no failure: the video is the buyer's, or about
 * to be, or its price rose and the page with the new price asks again.
 */
export function leadsToVideo(refusal: MessageKey): boolean {
  return leading.includes(refusal);
}
