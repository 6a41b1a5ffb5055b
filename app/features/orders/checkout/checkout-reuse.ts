import type { Currency } from "~/features/base/money/currency";

/** A checkout with less than this left, in minutes, is not reused: the buyer could not finish paying. */
const minMinutesLeft = 5;

/** Price, currency and title with which a pending sale's checkout was opened. */
export interface BegunCheckout {
  amount_cents: number;
  currency: Currency;
  /** The title on the payment page; null for a sale from before it was stored. */
  checkout_title: string | null;
  checkout_expires_at: Date | null;
}

/**
 * Returns whether the checkout of a pending sale still sells the video as its page shows it now: same price, currency
 * and title, with time left to pay. Otherwise it must be expired at the provider and replaced.
 */
export function isCheckoutCurrent(
  sale: BegunCheckout,
  video: { price_cents: number; currency: Currency; title: string },
  now: Date,
): boolean {
  const { amount_cents, currency, checkout_title, checkout_expires_at } = sale;
  if (amount_cents !== video.price_cents || currency !== video.currency) return false;
  if (checkout_title !== null && checkout_title !== video.title) return false;
  const leftMs = (checkout_expires_at?.getTime() ?? 0) - now.getTime();
  return leftMs >= minMinutesLeft * 60_000;
}
