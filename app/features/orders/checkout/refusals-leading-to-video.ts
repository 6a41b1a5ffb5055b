import type { MessageKey } from "~/i18n/message-key";

const leading: readonly MessageKey[] = [
  "marketplace.alreadyBought",
  "marketplace.onlyInCourse",
  "marketplace.ownVideo",
  "marketplace.paymentProcessing",
  "marketplace.paymentDisputed",
  "marketplace.priceRose",
];

/**
 * Returns whether a refused purchase leads to the video's own page, as no failure: the video is the buyer's, or about
 * to be; its price rose and the page with the new price asks again; or a course sells it, to which its page leads.
 */
export function leadsToVideo(refusal: MessageKey): boolean {
  return leading.includes(refusal);
}
