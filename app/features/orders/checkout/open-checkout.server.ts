import { setTimeout } from "node:timers/promises";
import { asFact } from "~/features/orders/settlement/checkout-fact";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { Locale } from "~/i18n/languages";
import type { Checkout } from "~/integrations/payments/payments";
import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { makeCheckoutAddresses } from "./awaited-payment";
import { unopenedGraceMs } from "./checkout-reuse";
import { listOfferedMethods } from "./payment-methods-offered";
import {
  failUnopenedSales,
  failUnpayableSale,
  findCheckoutUrl,
  type PendingSale,
  setCheckout,
} from "./pending-sale.queries.server";

/** Tries, and the pause between them, to read a checkout that another request is opening. */
const noteTries = 10;
const notePauseMs = 100;

export interface Buyer {
  userId: string;
  email: string;
}

interface Opening {
  buyer: Buyer;
  sale: PendingSale;
  video: { id: string; title: string };
  locale: Locale;
}

/**
 * Opens the checkout of a pending sale, or returns the URL of the one it has. No lock is held: simultaneous requests send
 * the same input, and the provider returns the same checkout. Returns undefined if the sale was settled or failed
 * meanwhile. Throws PaymentsUnavailable.
 */
export async function openCheckout(
  services: Pick<Services, "db" | "payments" | "clock" | "env">,
  { buyer, sale, video, locale }: Opening,
): Promise<string | undefined> {
  const { db, payments, env } = services;
  if (sale.checkout_url) return sale.checkout_url;
  let checkout: Checkout;
  try {
    checkout = await payments.openCheckout({
      saleId: sale.id,
      terms: {
        buyerId: buyer.userId,
        videoId: video.id,
        platformShareBp: sale.platform_share_bp,
        isGift: sale.is_gift,
      },
      title: sale.checkout_title ?? video.title,
      amountCents: sale.amount_cents,
      currency: sale.currency,
      methods: listOfferedMethods(sale.amount_cents, sale.currency),
      buyerEmail: buyer.email,
      locale,
      ...makeCheckoutAddresses({ appUrl: env.APP_URL, videoId: video.id, locale }),
      expiresAt: sale.checkout_expires_at ?? services.clock(),
    });
  } catch (error) {
    return recoverFromFailure(db, sale.id, error);
  }
  const { checkoutId, url } = checkout;
  if (!url) throw new Error(`checkout ${checkoutId} has no address to pay at`);
  if (await setCheckout(db, { saleId: sale.id, checkoutId, url })) return url;
  // The sale has failed or was paid: this checkout must not be paid.
  await endCheckout(services, checkoutId, services.clock());
  return undefined;
}

/**
 * Returns the URL that a simultaneous request got for the same sale, or undefined if another sale must be begun.
 * Throws `error` if a retry now is no use.
 */
async function recoverFromFailure(db: Db, saleId: string, error: unknown): Promise<string | undefined> {
  const isOtherwise = error instanceof PaymentsRefused && error.reason === "repeatedDifferently";
  const isInProgress = error instanceof PaymentsUnavailable && error.reason === "inProgress";
  if (isOtherwise || isInProgress) {
    const url = await waitForCheckout(db, saleId);
    if (url) return url;
  }
  if (!mustBeginAnew(error)) throw error;
  if (await failUnpayableSale(db, { saleId, checkoutId: null })) {
    if (isOtherwise) return undefined;
    throw error;
  }
  // Another request opened its checkout, settled it, or failed it for the same reason.
  const url = await findCheckoutUrl(db, saleId);
  if (url || isOtherwise) return url;
  throw error;
}

/** Returns undefined after a second. */
async function waitForCheckout(db: Db, saleId: string): Promise<string | undefined> {
  for (let tries = 0; tries < noteTries; tries += 1) {
    const url = await findCheckoutUrl(db, saleId);
    if (url) return url;
    await setTimeout(notePauseMs);
  }
  return undefined;
}

/**
 * Returns whether the sale must be failed and another begun, because a retry is no use: its checkout was opened with
 * other texts (language) and lost before it was stored, or the provider repeats an internal failure for 24 hours.
 */
function mustBeginAnew(error: unknown): boolean {
  return (
    error instanceof PaymentsRefused || (error instanceof PaymentsUnavailable && error.reason === "failing")
  );
}

/**
 * Expires a checkout at the provider and settles its sale by the answer: the buyer may have paid meanwhile. Returns false
 * for a checkout that the provider does not know. Throws PaymentsUnavailable.
 */
export async function endCheckout(
  { db, payments }: Pick<Services, "db" | "payments">,
  checkoutId: string,
  now: Date,
): Promise<boolean> {
  const ended = await payments.expireCheckout(checkoutId);
  const fact = ended && asFact(ended);
  if (fact) await db.transaction().execute((trx) => settleSale(trx, fact, now));
  return ended !== undefined;
}

/** Expires the sale's checkout at the provider, or fails the sale if none is known there. Throws PaymentsUnavailable. */
export async function endPendingSale(
  services: Pick<Services, "db" | "payments">,
  sale: { id: string; provider_checkout_id: string | null },
  now: Date,
): Promise<void> {
  const { id: saleId, provider_checkout_id: checkoutId } = sale;
  const known = checkoutId !== null && (await endCheckout(services, checkoutId, now));
  if (!known) await failUnpayableSale(services.db, { saleId, checkoutId });
}

/** Fails the sales whose checkout could not be opened in an outage: nobody has a URL to pay them at. */
export async function expireUnopenedSales({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await failUnopenedSales(db, new Date(clock().getTime() - unopenedGraceMs));
}
