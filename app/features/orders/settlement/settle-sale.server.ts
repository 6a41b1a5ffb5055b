import { insertEntries } from "~/features/ledger/ledger/ledger.queries.server";
import type { EntryReason, Posting } from "~/features/ledger/ledger/ledger-accounts";
import { decideReleases } from "~/features/ledger/ledger/release-rules";
import { decidePostings, decideSalePosition } from "~/features/ledger/ledger/sale-postings";
import { decideTimeline, decideTradeEntries, type TradeDay } from "~/features/ledger/ledger/sale-timeline";
import { decideDuplicateRetry, refundableCents, refundChannels } from "~/features/ledger/sales/refund-rules";
import {
  decideSaleStatus,
  nextUnpaidStatus,
  type SaleMoney,
  type SaleStatus,
  type UnpaidStatus,
} from "~/features/ledger/sales/sale-status";
import {
  failUnopenedCourses,
  listCoveredSales,
  listCreditingSales,
  lockCourseAndLessons,
} from "~/features/orders/course-credits/course-credits.queries.server";
import { askRefundKey, notifyChangedRefund } from "~/features/orders/settlement/notify-buyer.server";
import { insertRefund } from "~/features/orders/settlement/refunds.queries.server";
import type {
  ChargeFact,
  CheckoutFact,
  DisputeFact,
  PaymentFact,
  RefundFact,
} from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import { isPaid, type SettledCheckout, unpaidFactOf } from "./checkout-fact";
import { gatherMoney } from "./gather-money";
import { postSaleMails } from "./post-sale-mails.server";
import { rebuildSale } from "./rebuild-sale.server";
import {
  findSaleFacts,
  type LockedSale,
  listPendingCheckouts,
  listSameGifts,
  lockSale,
  recordDispute,
  recordRefund,
  updateSettledSale,
} from "./settlement.queries.server";

export type SettleError =
  /** No such sale, or a payment whose checkout is not reported yet. */
  "unknownSale" | "unknownPayment" | "otherCheckout" | "otherAmount";

export type Settled =
  /** `rebuilt`: the sale was unknown and was made again from its checkout. */
  { ok: true; status: SaleStatus; rebuilt?: boolean } | { ok: false; error: SettleError };

/** The moment of settling, and the date of the fact at the provider. */
interface Times {
  now: Date;
  reportedAt: Date;
}

/**
 * Settles a sale by a fact, in the given transaction: facts, status and ledger together. Safe to repeat, in any order,
 * and to run concurrently; webhooks, the return page and reconciliation all call it
 * (https://docs.stripe.com/checkout/fulfillment).
 * @param now the moment of settling
 * @param reportedAt the event's own time; `now` for the response of a request
 */
export async function settleSale(
  trx: Db,
  fact: SettledCheckout | Exclude<PaymentFact, CheckoutFact>,
  now: Date,
  reportedAt: Date = now,
): Promise<Settled> {
  // The provider's clock may be ahead of ours; no entry is dated in the future.
  const times = { now, reportedAt: earlierOf(reportedAt, now) };
  switch (fact.kind) {
    case "charge":
      return settleCharge(trx, fact, now);
    case "refund":
      return settleRefund(trx, fact, times);
    case "dispute":
      return settleDispute(trx, fact, times);
    default:
      return settleCheckout(trx, fact, times);
  }
}

async function settleCheckout(
  trx: Db,
  checkout: SettledCheckout,
  { now, reportedAt }: Times,
): Promise<Settled> {
  const sale = checkout.saleId ? await lockSale(trx, { saleId: checkout.saleId }) : undefined;
  if (!sale) {
    if (!(await rebuildSale(trx, checkout, now))) return { ok: false, error: "unknownSale" };
    const settled = await settleCheckout(trx, checkout, { now, reportedAt });
    return settled.ok ? { ...settled, rebuilt: true } : settled;
  }
  // The event may arrive before the checkout's id is stored; another id than the stored one is another sale's.
  if (sale.provider_checkout_id !== null && sale.provider_checkout_id !== checkout.checkoutId)
    return { ok: false, error: "otherCheckout" };
  if (!isSameMoney(sale, checkout)) return { ok: false, error: "otherAmount" };
  const known = {
    ...sale,
    provider_checkout_id: checkout.checkoutId,
    provider_payment_id: checkout.paymentId ?? sale.provider_payment_id,
  };
  if (isPaid(checkout)) {
    const paidAt = sale.paid_at ?? earlierOf(checkout.paidAt ?? reportedAt, now);
    return resettle(trx, { ...known, paid_at: paidAt }, "sale", now, paidAt);
  }
  const unpaid = nextUnpaidStatus(unpaidStatusOf(sale), unpaidFactOf(checkout.kind));
  return resettle(trx, sale.paid_at ? known : { ...known, status: unpaid }, "sale", now);
}

async function settleCharge(trx: Db, charge: ChargeFact, now: Date): Promise<Settled> {
  const sale = await lockSale(
    trx,
    charge.saleId ? { saleId: charge.saleId } : { paymentId: charge.paymentId },
  );
  if (!sale || (sale.provider_payment_id !== null && sale.provider_payment_id !== charge.paymentId))
    return { ok: false, error: "unknownPayment" };
  if (!isSameMoney(sale, charge)) return { ok: false, error: "otherAmount" };
  const known = {
    ...sale,
    provider_payment_id: charge.paymentId,
    provider_charge_id: charge.chargeId,
    payment_method: charge.method,
    provider_fee_cents: charge.feeCents ?? sale.provider_fee_cents,
  };
  return resettle(trx, known, "fee", now);
}

async function settleRefund(trx: Db, refund: RefundFact, { now, reportedAt }: Times): Promise<Settled> {
  const sale = await lockSale(trx, refund);
  if (!sale) return { ok: false, error: "unknownPayment" };
  if (refund.currency !== sale.currency) return { ok: false, error: "otherAmount" };
  await notifyChangedRefund(trx, await recordRefund(trx, sale.id, { ...refund, reportedAt }));
  // A failure is later than the refund itself.
  const at = refund.status === "failed" ? reportedAt : refund.createdAt;
  return resettle(trx, sale, "refund", now, at);
}

async function settleDispute(trx: Db, dispute: DisputeFact, { now, reportedAt }: Times): Promise<Settled> {
  const sale = await lockSale(trx, dispute);
  if (!sale) return { ok: false, error: "unknownPayment" };
  if (dispute.currency !== sale.currency) return { ok: false, error: "otherAmount" };
  const { amountDiffers } = await recordDispute(trx, sale.id, {
    ...dispute,
    asOf: reportedAt,
    movedAt: dispute.movedAt ?? reportedAt,
  });
  // Events have no order within a second: look up which amount is current.
  if (amountDiffers)
    await addJob(
      trx,
      "look-up-dispute",
      { disputeId: dispute.disputeId },
      { key: `dp:${dispute.disputeId}` },
    );
  return resettle(trx, sale, "dispute", now, dispute.movedAt ?? reportedAt);
}

/**
 * Computes a locked sale's status and ledger position from all facts. Posts only the difference to what is posted, so
 * that repeating it changes nothing.
 * @param at the date of the entry: when the money moved at the provider, so that a late event changes the right day;
 *   limited to between the payment and `now`
 */
export async function resettle(
  trx: Db,
  sale: LockedSale,
  reason: EntryReason,
  now: Date,
  at: Date = now,
): Promise<{ ok: true; status: SaleStatus }> {
  let facts = await findSaleFacts(trx, sale);
  let money = moneyOf(sale, facts);
  const unpaid = unpaidStatusOf(sale);
  if (becomesDuplicate(sale, money, unpaid, facts)) {
    const refund = {
      saleId: sale.id,
      amountCents: refundableCents(money),
      channel: refundChannels({ ...money, paymentMethod: sale.payment_method })[0],
      reason: "duplicate",
      now,
    } as const;
    // A refund by bank transfer waits for the buyer's Pix key.
    if (refund.amountCents > 0) await requestDuplicateRefund(trx, refund);
    facts = await findSaleFacts(trx, sale);
    money = { ...moneyOf(sale, facts), duplicate: true };
  } else if (money.duplicate) {
    const channel = decideDuplicateRetry(money, facts.refunds);
    if (channel) {
      const refund = { saleId: sale.id, amountCents: refundableCents(money), channel, now } as const;
      const runAt = new Date(now.getTime() + retryMs);
      await requestDuplicateRefund(trx, { ...refund, reason: "duplicate" }, runAt);
      facts = await findSaleFacts(trx, sale);
      money = moneyOf(sale, facts);
    }
  }
  const status = decideSaleStatus(money, unpaid);
  await postSaleMails(trx, {
    sale,
    status,
    disputes: money.disputes.length,
    creator: facts.creator,
    gift: facts.gift,
    now,
  });
  // Its replacement stays open at the provider, where it could be paid as well.
  if (status === "completed" && sale.status !== "pending" && sale.status !== "completed") {
    const open = sale.is_gift ? await listSameGifts(trx, sale) : await listPendingCheckouts(trx, sale);
    await endCheckoutsLater(trx, open);
  }
  // The price of a course was lowered by what goes back now.
  if (sale.status === "completed" && status !== "completed") await endLoweredCourses(trx, sale.id);
  // Only for a checkout: the job of an unbooked charge retries by itself.
  if (reason === "sale" && mustLookUp(sale, status))
    await addJob(trx, "look-up-payment", { saleId: sale.id }, { key: `pay:${sale.id}` });
  const coversLessons =
    facts.isCourse && !sale.is_gift && status === "completed" && sale.status !== "completed";
  if (coversLessons) await lockCourseAndLessons(trx, sale);
  // Last, because all sales of the video and of the creator wait for these rows until the transaction ends.
  await updateSettledSale(trx, {
    id: sale.id,
    status,
    checkoutId: sale.provider_checkout_id,
    paymentId: sale.provider_payment_id,
    chargeId: sale.provider_charge_id,
    paymentMethod: sale.payment_method,
    providerFeeCents: sale.provider_fee_cents,
    paidAt: sale.paid_at,
    completedAt: sale.completed_at ?? (status === "completed" ? now : null),
    duplicate: money.duplicate,
  });
  if (sale.paid_at) {
    const { posted } = facts;
    const entries = decideTrade({ ...sale, paid_at: sale.paid_at }, money, facts, posted.tradeDays, now);
    // Only Stripe's fee and a release date are left, unless a fact of a former release has no date.
    const target = decideSalePosition(money, decideReleases(sale.paid_at, sale.payment_method, facts.terms));
    const left = decidePostings(target, [...posted.postings, ...entries.flatMap(({ postings }) => postings)]);
    const rest = {
      postings: left,
      reason: isOnlyFee(left) ? "fee" : reason,
      at: earlierOf(at, now),
    } as const;
    await postEntries(trx, { ...sale, paid_at: sale.paid_at }, [...entries, rest]);
  }
  if (coversLessons) await returnCoveredSales(trx, sale, now);
  return { ok: true, status };
}

/**
 * Returns the money of lessons that were paid while their course was, and did not lower its price: whichever of the two
 * payments is settled first, the lesson goes back.
 */
async function returnCoveredSales(trx: Db, course: LockedSale, now: Date): Promise<void> {
  for (const saleId of await listCoveredSales(trx, course)) {
    const lesson = await lockSale(trx, { saleId });
    if (lesson) await resettle(trx, lesson, "refund", now);
  }
}

/** Ends the unpaid purchases of courses whose price a sale lowered. */
async function endLoweredCourses(trx: Db, saleId: string): Promise<void> {
  await failUnopenedCourses(trx, saleId);
  const open = await listCreditingSales(trx, saleId);
  await endCheckoutsLater(
    trx,
    open.flatMap(({ provider_checkout_id }) => provider_checkout_id ?? []),
  );
}

async function endCheckoutsLater(trx: Db, checkoutIds: readonly string[]): Promise<void> {
  for (const checkoutId of checkoutIds)
    await addJob(trx, "end-checkout", { checkoutId }, { key: `end:${checkoutId}` });
}

/** Returns the money of a locked sale. */
export async function loadMoney(trx: Db, sale: LockedSale): Promise<SaleMoney> {
  return moneyOf(sale, await findSaleFacts(trx, sale));
}

type SaleFacts = Awaited<ReturnType<typeof findSaleFacts>>;

/** Booked fees take precedence over the charge's. */
function moneyOf(sale: LockedSale, { refunds, disputes, fees }: SaleFacts): SaleMoney {
  const money = gatherMoney(sale, refunds, disputes);
  const { chargeCents = money.providerFeeCents, otherCents } = fees;
  return { ...money, providerFeeCents: chargeCents + otherCents };
}

function becomesDuplicate(
  sale: LockedSale,
  money: SaleMoney,
  unpaid: UnpaidStatus,
  { hasOther, isCovered }: SaleFacts,
): boolean {
  if (money.duplicate || decideSaleStatus(money, unpaid) !== "completed") return false;
  return isCovered || (hasOther && sale.status !== "completed");
}

/** How long a second payment's refund that failed waits until it is sent again, in milliseconds. */
const retryMs = 30 * 60_000;

async function requestDuplicateRefund(
  trx: Db,
  refund: Parameters<typeof insertRefund>[1],
  runAt?: Date,
): Promise<void> {
  const refundId = await insertRefund(trx, refund);
  if (refund.channel === "provider")
    await addJob(trx, "send-refund", { refundId }, { key: `refund:${refundId}`, ...(runAt && { runAt }) });
  else await askRefundKey(trx, refundId);
}

/** Returns what the ledger lacks of a paid sale's payment, refunds and disputes, each on the day of its fact. */
function decideTrade(
  sale: { paid_at: Date; payment_method: LockedSale["payment_method"] },
  money: SaleMoney,
  { refunds, disputes, terms }: SaleFacts,
  posted: readonly TradeDay[],
  now: Date,
) {
  const facts = {
    refunds: refunds.map(({ amount_cents, channel, status, created_at, failed_at, returned_at }) => ({
      channel,
      status,
      amountCents: amount_cents,
      createdAt: created_at,
      undoneAt: returned_at ?? failed_at,
    })),
    disputes: disputes.map(({ amount_cents, status, opened_at, lost_at, released_at }) => ({
      status,
      amountCents: amount_cents,
      openedAt: opened_at,
      lostAt: lost_at,
      releasedAt: released_at,
    })),
  };
  const wanted = decideTimeline(money, facts, { paidAt: sale.paid_at, now });
  if (!wanted) return [];
  return decideTradeEntries(wanted, posted, decideReleases(sale.paid_at, sale.payment_method, terms));
}

/** Whether nothing but the provider's accounts and release dates change. */
function isOnlyFee(postings: readonly Posting[]): boolean {
  const sums = new Map<string, number>();
  for (const { account, cents } of postings)
    if (account !== "provider" && account !== "provider_fees")
      sums.set(account, (sums.get(account) ?? 0) + cents);
  return [...sums.values()].every((sum) => sum === 0);
}

/** Posts those entries of a paid sale that have postings. Their dates are never before the payment. */
async function postEntries(
  trx: Db,
  sale: Pick<LockedSale, "id" | "creator_id" | "currency"> & { paid_at: Date },
  entries: readonly { postings: readonly Posting[]; reason: EntryReason; at: Date }[],
): Promise<void> {
  const of = { saleId: sale.id, creatorId: sale.creator_id, currency: sale.currency };
  const posted = entries.filter(({ postings }) => postings.length > 0);
  await insertEntries(
    trx,
    posted.map(({ postings, reason, at }) => ({ ...of, postings, reason, now: laterOf(at, sale.paid_at) })),
  );
}

function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** Whether the method, fee or expiry of a payment must be looked up. */
function mustLookUp(sale: LockedSale, status: SaleStatus): boolean {
  if (!sale.provider_payment_id) return false;
  if (sale.paid_at) return sale.payment_method === null || sale.provider_fee_cents === null;
  return status === "processing" && sale.payment_method === null;
}

function unpaidStatusOf({ status }: LockedSale): UnpaidStatus {
  return status === "pending" || status === "processing" || status === "failed" ? status : "processing";
}

function isSameMoney(
  sale: { amount_cents: number; currency: string },
  reported: { amountCents: number; currency: string },
): boolean {
  return sale.amount_cents === reported.amountCents && sale.currency === reported.currency;
}
