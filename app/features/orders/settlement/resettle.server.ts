import { insertEntries, type NewEntry } from "~/features/money/ledger/ledger.queries.server";
import type { EntryReason, Posting } from "~/features/money/ledger/movement-position";
import { decideDuplicateRetry, refundableCents, refundChannels } from "~/features/money/ledger/refund-rules";
import { decideReleases } from "~/features/money/ledger/release-rules";
import { decidePostings, decideSalePosition } from "~/features/money/ledger/sale-postings";
import {
  decideSaleStatus,
  gatherMoney,
  type SaleMoney,
  type SaleStatus,
  type UnpaidStatus,
} from "~/features/money/ledger/sale-status";
import { decideTimeline, decideTradeEntries, type TradeDay } from "~/features/money/ledger/sale-timeline";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import {
  failUnopenedCourses,
  listCoveredSales,
  listCreditingSales,
  lockCourseAndLessons,
} from "./course-credits.queries.server";
import { insertRefund } from "./refunds.queries.server";
import { askRefundKey, postSaleMails } from "./sale-notices.server";
import {
  findSaleFacts,
  type LockedSale,
  listPendingCheckouts,
  listSameGifts,
  lockSale,
  updateSettledSale,
} from "./settlement.queries.server";

/**
 * Computes a locked sale's status and ledger position from all facts, and posts the difference: safe to repeat. `at`:
 * when the money moved at the provider, so that a late event changes the right day; limited to the payment and `now`.
 */
export async function resettle(
  trx: Db,
  sale: LockedSale,
  reason: EntryReason,
  now: Date,
  at: Date = now,
): Promise<{ ok: true; status: SaleStatus }> {
  const { status, entries } = await settleFacts(trx, sale, reason, now, at);
  // With those of covered lessons: one statement locks the creator's balances in one order.
  await insertEntries(trx, entries);
  return { ok: true, status };
}

/** Stores the status. Returns it, and the entries still to be posted, also of sales that it covers. */
async function settleFacts(
  trx: Db,
  sale: LockedSale,
  reason: EntryReason,
  now: Date,
  at: Date = now,
): Promise<{ status: SaleStatus; entries: NewEntry[] }> {
  const { facts, money } = await refundDuplicate(trx, sale, now);
  const status = decideSaleStatus(money, unpaidStatusOf(sale));
  const disputes = money.disputes.length;
  await postSaleMails(trx, { sale, status, disputes, creator: facts.creator, gift: facts.gift, now });
  await endCompetingCheckouts(trx, sale, status);
  // Only for a checkout: the job of an unbooked charge retries by itself.
  if (reason === "sale" && mustLookUp(sale, status))
    await addJob(trx, "look-up-payment", { saleId: sale.id }, { key: `pay:${sale.id}` });
  const coversLessons =
    facts.isCourse && !sale.is_gift && status === "completed" && sale.status !== "completed";
  if (coversLessons) await lockCourseAndLessons(trx, sale);
  // Last: all sales of the video and of the creator wait for these rows until the transaction ends.
  await storeSettledSale(trx, sale, { status, duplicate: money.duplicate, now });
  const entries = isPaidSale(sale) ? decideEntries(sale, { facts, money, reason, now, at }) : [];
  const returned = coversLessons ? await returnCoveredSales(trx, sale, now) : [];
  return { status, entries: [...entries, ...returned] };
}

/** Requests, or retries, the refund of a second payment. Returns the facts after that. */
async function refundDuplicate(
  trx: Db,
  sale: LockedSale,
  now: Date,
): Promise<{ facts: SaleFacts; money: SaleMoney }> {
  const facts = await findSaleFacts(trx, sale);
  const money = moneyOf(sale, facts);
  const refund = { saleId: sale.id, amountCents: refundableCents(money), reason: "duplicate", now } as const;
  if (becomesDuplicate(sale, money, facts)) {
    const [channel] = refundChannels({ ...money, paymentMethod: sale.payment_method });
    if (refund.amountCents > 0) await requestDuplicateRefund(trx, { ...refund, channel });
    const refunded = await findSaleFacts(trx, sale);
    return { facts: refunded, money: { ...moneyOf(sale, refunded), duplicate: true } };
  }
  const channel = money.duplicate ? decideDuplicateRetry(money, facts.refunds) : undefined;
  if (!channel) return { facts, money };
  await requestDuplicateRefund(trx, { ...refund, channel }, new Date(now.getTime() + retryMs));
  const refunded = await findSaleFacts(trx, sale);
  return { facts: refunded, money: moneyOf(sale, refunded) };
}

/** Ends the open checkouts of the same product, and of courses at a price that no longer holds. */
async function endCompetingCheckouts(trx: Db, sale: LockedSale, status: SaleStatus): Promise<void> {
  // The replacement of a sale that failed is still open at the provider, where it could be paid as well.
  if (status === "completed" && sale.status !== "pending" && sale.status !== "completed") {
    const open = sale.is_gift ? await listSameGifts(trx, sale) : await listPendingCheckouts(trx, sale);
    await queueEndOfCheckouts(trx, open);
  }
  // The refunded money had lowered the price of a course.
  if (sale.status === "completed" && status !== "completed") await endLoweredCourses(trx, sale.id);
}

async function storeSettledSale(
  trx: Db,
  sale: LockedSale,
  { status, duplicate, now }: { status: SaleStatus; duplicate: boolean; now: Date },
): Promise<void> {
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
    duplicate,
  });
}

type PaidSale = LockedSale & { paid_at: Date };

function isPaidSale(sale: LockedSale): sale is PaidSale {
  return sale.paid_at !== null;
}

interface Resettling {
  facts: SaleFacts;
  money: SaleMoney;
  reason: EntryReason;
  now: Date;
  at: Date;
}

/** Returns the missing entries: the trade, each fact on its day, then fees and release dates; none before the payment. */
function decideEntries(sale: PaidSale, { facts, money, reason, now, at }: Resettling): NewEntry[] {
  const { posted, terms } = facts;
  const trade = decideTrade(sale, money, facts, posted.tradeDays);
  const target = decideSalePosition(money, decideReleases(sale.paid_at, sale.payment_method, terms));
  const rest = decidePostings(target, [...posted.postings, ...trade.flatMap(({ postings }) => postings)]);
  // Only the provider's fee and a release date remain.
  const last = {
    postings: rest,
    reason: isOnlyFee(rest) ? ("fee" as const) : reason,
    at: earlierOf(at, now),
  };
  const of = { saleId: sale.id, creatorId: sale.creator_id, currency: sale.currency };
  return [...trade, last]
    .filter(({ postings }) => postings.length > 0)
    .map((entry) => ({
      ...of,
      postings: entry.postings,
      reason: entry.reason,
      now: laterOf(entry.at, sale.paid_at),
    }));
}

/** Refunds lessons paid while their course was, which did not lower its price, whichever payment is settled first. */
async function returnCoveredSales(trx: Db, course: LockedSale, now: Date): Promise<NewEntry[]> {
  const entries: NewEntry[] = [];
  for (const saleId of await listCoveredSales(trx, course)) {
    const lesson = await lockSale(trx, { saleId });
    if (lesson) entries.push(...(await settleFacts(trx, lesson, "refund", now)).entries);
  }
  return entries;
}

async function endLoweredCourses(trx: Db, saleId: string): Promise<void> {
  await failUnopenedCourses(trx, saleId);
  const open = await listCreditingSales(trx, saleId);
  await queueEndOfCheckouts(
    trx,
    open.flatMap(({ provider_checkout_id }) => provider_checkout_id ?? []),
  );
}

async function queueEndOfCheckouts(trx: Db, checkoutIds: readonly string[]): Promise<void> {
  for (const checkoutId of checkoutIds)
    await addJob(trx, "end-checkout", { checkoutId }, { key: `end:${checkoutId}` });
}

export async function loadMoney(trx: Db, sale: LockedSale): Promise<SaleMoney> {
  return moneyOf(sale, await findSaleFacts(trx, sale));
}

type SaleFacts = Awaited<ReturnType<typeof findSaleFacts>>;

/** Booked fees take precedence over the charge's. */
function moneyOf(sale: LockedSale, { refunds, disputes, fees }: SaleFacts): SaleMoney {
  const money = gatherMoney(sale, refunds, disputes);
  const { chargeCents = money.providerFeeCents, otherCents, disputeFees } = fees;
  const disputeFeeCents = disputeFees.reduce((sum, { cents }) => sum + cents, 0);
  return { ...money, providerFeeCents: chargeCents + otherCents, disputeFeeCents };
}

function becomesDuplicate(sale: LockedSale, money: SaleMoney, { hasOther, isCovered }: SaleFacts): boolean {
  if (money.duplicate || decideSaleStatus(money, unpaidStatusOf(sale)) !== "completed") return false;
  return isCovered || (hasOther && sale.status !== "completed");
}

/** Pause before a failed refund of a second payment is sent again. */
const retryMs = 30 * 60_000;

/** A refund by bank transfer waits for the buyer's Pix key. */
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

/** Returns the missing entries of payment, refunds and disputes, each on the day of its fact. */
function decideTrade(
  sale: PaidSale,
  money: SaleMoney,
  { refunds, disputes, fees, terms }: SaleFacts,
  posted: readonly TradeDay[],
) {
  const facts = {
    refunds: refunds.map(({ amount_cents, channel, status, created_at, failed_at, returned_at }) => ({
      channel,
      status,
      amountCents: amount_cents,
      createdAt: created_at,
      undoneAt: returned_at ?? failed_at,
    })),
    disputes: disputes.map(({ amount_cents, status, created_at, opened_at, lost_at, released_at }) => ({
      status,
      amountCents: amount_cents,
      createdAt: created_at,
      openedAt: opened_at,
      lostAt: lost_at,
      releasedAt: released_at,
    })),
    disputeFees: fees.disputeFees,
  };
  const wanted = decideTimeline(money, facts, sale.paid_at);
  return decideTradeEntries(wanted, posted, decideReleases(sale.paid_at, sale.payment_method, terms));
}

/** Whether only the provider's accounts and release dates change. */
function isOnlyFee(postings: readonly Posting[]): boolean {
  const sums = new Map<string, number>();
  for (const { account, cents } of postings)
    if (account !== "provider" && account !== "provider_fees")
      sums.set(account, (sums.get(account) ?? 0) + cents);
  return [...sums.values()].every((sum) => sum === 0);
}

export function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function mustLookUp(sale: LockedSale, status: SaleStatus): boolean {
  if (!sale.provider_payment_id) return false;
  if (sale.paid_at) return sale.payment_method === null || sale.provider_fee_cents === null;
  return status === "processing" && sale.payment_method === null;
}

export function unpaidStatusOf({ status }: LockedSale): UnpaidStatus {
  return status === "pending" || status === "processing" || status === "failed" ? status : "processing";
}
