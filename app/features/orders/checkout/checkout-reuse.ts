import { hourMs } from "~/i18n/days";
import type { Currency } from "~/i18n/money";

/** Default per buyer; the operator can set another number for an account. */
export const checkoutsAnHour = 60;

/** How long a checkout stays open: the provider allows 30 minutes to 24 hours. */
export const checkoutMinutes = 60;

/** Time from a checkout's expiry until a sale that never got one fails. */
export const unopenedGraceMs = hourMs;

/** A checkout with less time left is not reused: the buyer could not finish paying. */
const minMinutesLeft = 5;

export interface PendingCheckout {
  amount_cents: number;
  currency: Currency;
  /** On the payment page; null for a sale from before it was stored. */
  checkout_title: string | null;
  checkout_expires_at: Date | null;
}

/**
 * Returns whether the checkout still sells the video as its page shows it, with time left to pay. Otherwise it must be
 * expired at the provider and replaced.
 */
export function isCheckoutCurrent(
  sale: PendingCheckout,
  video: { price_cents: number; currency: Currency; title: string },
  now: Date,
): boolean {
  const { amount_cents, currency, checkout_title, checkout_expires_at } = sale;
  if (amount_cents !== video.price_cents || currency !== video.currency) return false;
  if (checkout_title !== null && checkout_title !== video.title) return false;
  const leftMs = (checkout_expires_at?.getTime() ?? 0) - now.getTime();
  return leftMs >= minMinutesLeft * 60_000;
}
