import { hourMs } from "~/features/base/money/days";
import type { Currency } from "~/features/base/money/money";

/** How many checkouts one buyer may open in an hour, where no operator set another number for the account. */
export const checkoutsAnHour = 60;

/** How long a checkout stays open, in minutes: the provider allows 30 minutes to 24 hours. */
export const checkoutMinutes = 60;

/** Time after the expiry of its checkout when a sale without one fails, in milliseconds. */
export const unopenedGraceMs = hourMs;

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
