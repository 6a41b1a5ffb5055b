import type { MessageKey } from "~/i18n/message-key";

const needless: readonly MessageKey[] = [
  "marketplace.alreadyBought",
  "marketplace.ownVideo",
  "marketplace.paymentProcessing",
  "marketplace.paymentDisputed",
];

/**
 * Whether a purchase was refused because the buyer has no need of it: the video is theirs, or about to be. That is no
 * failure, and the video's own page is where they want to be.
 */
export function leadsToVideo(refusal: MessageKey): boolean {
  return needless.includes(refusal);
}
