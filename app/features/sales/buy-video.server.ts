import { setTimeout } from "node:timers/promises";
import type { Locale } from "~/i18n/locale";
import type { Checkout } from "~/integrations/payments/payments";
import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services.server";
import { findFullName, insertConsumerProfile } from "../accounts/accounts.queries.server";
import { opensTooManyCheckouts } from "./checkout-ceiling.queries.server";
import { asFact } from "./checkout-fact";
import {
  failUnpayableSale,
  findCheckoutUrl,
  findOrInsertPendingSale,
  lockShopVideo,
  setCheckout,
} from "./pending-sale.queries.server";
import { splitSale } from "./sale-split";
import { settleSale } from "./settle-sale.server";
import { listSaleStatuses } from "./standing-sales.queries.server";

/** How long a checkout stays open, in minutes. Stripe allows 30 minutes to 24 hours. */
const checkoutMinutes = 60;

/** A checkout with less than this left, in minutes, is not handed out again: nobody could finish paying. */
const leastMinutesLeft = 5;

/** How often a sale is looked for anew that someone else settled, or gave up, in the same instant. */
const mostTries = 4;

/** How often, and after which pause in milliseconds, it is looked whether someone else has noted the checkout they opened. */
const noteTries = 10;
const notePauseMs = 100;

export type BuyRefusal =
  | "notFound"
  | "ownVideo"
  | "alreadyBought"
  | "paymentProcessing"
  | "disputed"
  | "tooManyCheckouts";

export type Bought = { ok: true; checkoutUrl: string } | { ok: false; error: BuyRefusal };

type Needs = Pick<Services, "db" | "payments" | "clock" | "env">;

interface Buyer {
  userId: string;
  email: string;
}

/**
 * Begins to buy a video: one open checkout for a person and video, however often and however much at once it is
 * asked for. Amount, currency and video are frozen on the sale.
 * Gives the address to pay at, or why not; throws PaymentsUnavailable when the provider is away (the sale stays
 * pending, and the next try goes on with it).
 */
export async function buyVideo(
  services: Needs,
  buyer: Buyer,
  videoId: string,
  locale: Locale,
): Promise<Bought> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const now = services.clock();
    const begun = await services.db.transaction().execute((trx) => beginSale(trx, buyer, videoId, now));
    if (!begun.ok) return begun;
    // Settled in this very instant by someone else: look again.
    if (!begun.sale) continue;
    const expiresAt = begun.sale.checkout_expires_at ?? now;
    if (expiresAt.getTime() - now.getTime() >= leastMinutesLeft * 60_000) {
      const opened = await openCheckout(services, buyer, { ...begun, sale: begun.sale, expiresAt }, locale);
      if (opened) return opened;
      continue;
    }
    await endLapsing(services, begun.sale, now);
  }
  throw new Error(`no pending sale could be had in ${mostTries} tries`);
}

/** Finds or makes the pending sale, with the video held so that it cannot leave the shop meanwhile. */
async function beginSale(trx: Db, buyer: Buyer, videoId: string, now: Date) {
  const video = await lockShopVideo(trx, videoId);
  if (!video) return { ok: false, error: "notFound" } as const;
  if (video.creator_id === buyer.userId) return { ok: false, error: "ownVideo" } as const;
  const statuses = await listSaleStatuses(trx, { consumerId: buyer.userId, videoId });
  if (statuses.includes("completed")) return { ok: false, error: "alreadyBought" } as const;
  // While a dispute is open the money may still come back here, and with it the access.
  if (statuses.includes("disputed")) return { ok: false, error: "disputed" } as const;
  if (statuses.includes("processing")) return { ok: false, error: "paymentProcessing" } as const;
  if (await opensTooManyCheckouts(trx, { consumerId: buyer.userId, videoId }, now))
    return { ok: false, error: "tooManyCheckouts" } as const;
  const fullName = (await findFullName(trx, buyer.userId)) ?? buyer.email;
  await insertConsumerProfile(trx, { userId: buyer.userId, fullName, email: buyer.email });
  const sale = await findOrInsertPendingSale(trx, {
    videoId,
    consumerId: buyer.userId,
    amountCents: video.price_cents,
    currency: video.currency,
    ...splitSale(video.price_cents),
    // Stripe counts in whole seconds.
    checkoutExpiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + checkoutMinutes * 60_000),
    now,
  });
  return { ok: true, sale, videoId, title: video.title } as const;
}

type PendingSale = NonNullable<Awaited<ReturnType<typeof findOrInsertPendingSale>>>;

/** Ends a checkout about to lapse at the provider first, so that two can never be paid. */
async function endLapsing(services: Needs, sale: PendingSale, now: Date): Promise<void> {
  const { id: saleId, checkout_session_id: sessionId } = sale;
  const known = sessionId !== null && (await endCheckout(services, sessionId, now));
  if (!known) await failUnpayableSale(services.db, { saleId, sessionId });
}

/** Ends a checkout and settles what the provider says of it. Gives false for one that it does not know. */
async function endCheckout({ db, payments }: Needs, sessionId: string, now: Date): Promise<boolean> {
  const ended = await payments.expireCheckout(sessionId);
  const fact = ended && asFact(ended);
  if (fact) await db.transaction().execute((trx) => settleSale(trx, fact, now));
  return ended !== undefined;
}

/**
 * Opens the sale's checkout, or gives the one it has. No lock is held: requests at once repeat the same question, and
 * the provider answers all of them alike. Undefined where the sale was settled or given up meanwhile.
 */
async function openCheckout(
  services: Needs,
  buyer: Buyer,
  begun: { sale: PendingSale; videoId: string; title: string; expiresAt: Date },
  locale: Locale,
): Promise<Bought | undefined> {
  const { db, payments, env } = services;
  const { sale, videoId, title, expiresAt } = begun;
  if (sale.checkout_url) return { ok: true, checkoutUrl: sale.checkout_url };
  const language = locale === "en" ? "?lng=en" : "";
  let checkout: Checkout;
  try {
    checkout = await payments.openCheckout({
      saleId: sale.id,
      title,
      amountCents: sale.amount_cents,
      currency: sale.currency,
      buyerEmail: buyer.email,
      locale,
      successUrl: `${env.APP_URL}/checkout/return${language}`,
      cancelUrl: `${env.APP_URL}/watch/${videoId}${language}`,
      expiresAt,
    });
  } catch (error) {
    return settleRefusal(db, sale.id, error);
  }
  const { sessionId, url } = checkout;
  if (!url) throw new Error(`checkout ${sessionId} has no address to pay at`);
  if (await setCheckout(db, { saleId: sale.id, sessionId, url })) return { ok: true, checkoutUrl: url };
  // Nobody may pay through it: another sale is begun, or was paid.
  await endCheckout(services, sessionId, services.clock());
  return undefined;
}

/**
 * What follows where the provider did not open a checkout: the address that someone else got for the same sale in this
 * moment (the buyer pressed twice, in two languages), or undefined where another sale must be begun. Throws the error
 * where asking again is no use now.
 */
async function settleRefusal(db: Db, saleId: string, error: unknown): Promise<Bought | undefined> {
  const isOtherwise = error instanceof PaymentsRefused && error.reason === "repeatedDifferently";
  const isInProgress = error instanceof PaymentsUnavailable && error.reason === "inProgress";
  if (isOtherwise || isInProgress) {
    const checkoutUrl = await waitForCheckout(db, saleId);
    if (checkoutUrl) return { ok: true, checkoutUrl };
  }
  if (!mustBeginAnew(error)) throw error;
  const isGivenUp = await failUnpayableSale(db, { saleId, sessionId: null });
  if (isGivenUp && !isOtherwise) throw error;
  return undefined;
}

/** The address that whoever opened a sale's checkout is about to note, for as long as that may take. */
async function waitForCheckout(db: Db, saleId: string): Promise<string | undefined> {
  for (let tries = 0; tries < noteTries; tries += 1) {
    const url = await findCheckoutUrl(db, saleId);
    if (url) return url;
    await setTimeout(notePauseMs);
  }
  return undefined;
}

/**
 * Whether asking again for the same sale is no use: it was opened before with other words (title, language) and lost
 * before it was noted, or Stripe failed inside and would repeat that failure for 24 hours. Nobody has its address,
 * so the sale is given up and the next try begins another.
 */
function mustBeginAnew(error: unknown): boolean {
  return (
    error instanceof PaymentsRefused || (error instanceof PaymentsUnavailable && error.reason === "failing")
  );
}
