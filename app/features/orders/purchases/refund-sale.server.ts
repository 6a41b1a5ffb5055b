import { insertAuditEntry, nameSale } from "~/features/base/audit/audit.queries.server";
import { setMailLanguage } from "~/features/base/mail/mails.queries.server";
import {
  hasFailedWithdrawal,
  mayWithdraw,
  type RefundRefusal,
  type RefundRequest,
  refundableCents,
  refundChannels,
  refuseRefund,
} from "~/features/money/ledger/refund-rules";
import { isUndone } from "~/features/money/ledger/sale-status";
import { endPendingSale } from "~/features/orders/checkout/open-checkout.server";
import {
  findIsCredited,
  listCreditingSales,
} from "~/features/orders/settlement/course-credits.queries.server";
import {
  findRefund,
  insertRefund,
  setRefundRefused,
} from "~/features/orders/settlement/refunds.queries.server";
import { loadMoney, resettle } from "~/features/orders/settlement/resettle.server";
import {
  askRefundKey,
  notifyFailedRefund,
  notifyNewRefund,
} from "~/features/orders/settlement/sale-notices.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import {
  type LockedSale,
  listRefunds,
  lockSale,
} from "~/features/orders/settlement/settlement.queries.server";
import type { Locale } from "~/i18n/languages";
import type { RefundFailure } from "~/integrations/payments/payments";
import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { toStorable } from "~/integrations/storable-text";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { isOwnSale } from "./purchases.queries.server";

type Needs = Pick<Services, "db" | "payments" | "clock" | "log">;

export type RefundOutcome =
  /** `waiting`: the provider is away, and a job retries. `byHand`: an administrator must transfer it. */
  | { ok: true; refundId: string; progress: "sent" | "waiting" | "byHand" }
  | { ok: false; error: RefundRefusal | "notFound" }
  | { ok: false; error: "refused"; failure: RefundFailure; providerMessage: string | null };

interface AdminRefund extends RefundRequest {
  saleId: string;
  by: Actor;
  note: string;
}

/**
 * Refunds all or part of a sale for an administrator. The refund and its entries are stored first, then sent, by a job if
 * this process ends in between. Of two at once, the second is `changedMeanwhile`.
 */
export async function refundSale(services: Needs, request: AdminRefund): Promise<RefundOutcome> {
  const stored = await services.db.transaction().execute(async (trx) => {
    const sale = await lockSale(trx, { saleId: request.saleId });
    if (!sale) return { ok: false, error: "notFound" } as const;
    const error = refuseRefund(
      { ...(await loadMoney(trx, sale)), paymentMethod: sale.payment_method },
      request,
    );
    if (error) return { ok: false, error } as const;
    const { amountCents, channel, by, note, seenBackCents } = request;
    const refund = { amountCents, channel, requestedBy: by.userId, note, reason: "admin" } as const;
    const refundId = await beginRefund(trx, sale, refund, services.clock());
    await insertAuditEntry(trx, by, {
      action: "saleRefunded",
      target: await nameSale(trx, sale.id),
      before: { status: sale.status, backCents: seenBackCents, currency: sale.currency },
      after: { amountCents, channel, backCents: seenBackCents + amountCents, currency: sale.currency },
      reason: note,
    });
    return { ok: true, refundId } as const;
  });
  if (!stored.ok || request.channel === "outside")
    return stored.ok ? { ...stored, progress: "byHand" } : stored;
  return trySending(services, stored.refundId);
}

interface Withdrawal {
  consumerId: string;
  saleId: string;
  locale: Locale;
  /** For a boleto, which is refunded by bank transfer. */
  pixKey?: string | undefined;
}

type WithdrawalResult =
  | RefundOutcome
  | { ok: false; error: "tooLate" | "alreadyWithdrawn" | "noPixKey" | "credited" };

/** Tries to end courses that the buyer begins to buy at the same moment. */
const maxEnds = 3;

/**
 * Refunds the rest of a sale to a buyer who withdraws within seven days (CDC, art. 49), or again if that failed; access
 * ends. `credited`: a lesson that lowered the price of a course, until the course is refunded; unpaid courses are ended
 * first, so that they cannot be paid at the lower price. `tooLate`: also if nothing is left. `alreadyWithdrawn`: the form
 * was sent twice. `noPixKey`: a boleto without one. Throws PaymentsUnavailable if such a course cannot be ended.
 */
export async function withdrawFromSale(services: Needs, withdrawal: Withdrawal): Promise<WithdrawalResult> {
  const { db, clock } = services;
  for (let ends = 0; ends < maxEnds; ends += 1) {
    const started = await db.transaction().execute((trx) => beginWithdrawal(trx, withdrawal, clock()));
    if (started.ok && started.lowered) {
      for (const course of started.lowered) await endPendingSale(services, course, clock());
      continue;
    }
    if (!started.ok) return started;
    if (started.channel === "outside") return { ok: true, refundId: started.refundId, progress: "byHand" };
    return trySending(services, started.refundId);
  }
  return { ok: false, error: "credited" };
}

/** `lowered`: purchases of courses to end first. */
async function beginWithdrawal(trx: Db, { pixKey, locale, ...purchase }: Withdrawal, now: Date) {
  const sale = (await isOwnSale(trx, purchase)) && (await lockSale(trx, purchase));
  if (!sale) return { ok: false, error: "notFound" } as const;
  const [money, refunds] = [await loadMoney(trx, sale), await listRefunds(trx, sale.id)];
  const withdrawalFailed = hasFailedWithdrawal(refunds);
  const credited = await findIsCredited(trx, sale.id);
  if (!mayWithdraw({ ...money, paidAt: sale.paid_at, withdrawalFailed, credited }, now)) {
    const error = isWithdrawn(refunds) ? "alreadyWithdrawn" : credited ? "credited" : "tooLate";
    return { ok: false, error } as const;
  }
  const [channel] = refundChannels({ ...money, paymentMethod: sale.payment_method });
  if (channel === "outside" && !pixKey) return { ok: false, error: "noPixKey" } as const;
  const lowered = await listCreditingSales(trx, sale.id);
  if (lowered.length > 0) return { ok: true, lowered } as const;
  await setMailLanguage(trx, purchase.consumerId, locale);
  const refund = {
    amountCents: refundableCents(money),
    channel,
    requestedBy: purchase.consumerId,
    reason: "withdrawal",
    locale,
    ...(channel === "outside" ? { pixKey } : {}),
  } as const;
  return { ok: true, channel, refundId: await beginRefund(trx, sale, refund, now) } as const;
}

function isWithdrawn(refunds: Awaited<ReturnType<typeof listRefunds>>): boolean {
  return refunds.some(({ reason, status }) => reason === "withdrawal" && !isUndone({ status }));
}

/** Stores a refund with its ledger entries, and queues its sending or the request for a Pix key. */
export async function beginRefund(
  trx: Db,
  sale: LockedSale,
  refund: Omit<Parameters<typeof insertRefund>[1], "saleId" | "now">,
  now: Date,
): Promise<string> {
  const refundId = await insertRefund(trx, { ...refund, saleId: sale.id, now });
  await resettle(trx, sale, "refund", now);
  if (refund.channel === "provider")
    await addJob(trx, "send-refund", { refundId }, { key: `refund:${refundId}` });
  else if (refund.pixKey === undefined) await askRefundKey(trx, refundId);
  await notifyNewRefund(trx, refundId, now);
  return refundId;
}

async function trySending(services: Needs, refundId: string): Promise<RefundOutcome> {
  try {
    const sent = await sendRefund(services, refundId);
    if (sent === "refused") {
      const refund = await findRefund(services.db, refundId);
      const { failure, provider_message: providerMessage } = refund ?? {
        failure: null,
        provider_message: null,
      };
      return { ok: false, error: "refused", failure: failure ?? "unknown", providerMessage };
    }
    return { ok: true, refundId, progress: sent };
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    services.log.warn({ err: error, refundId }, "a refund could not be sent now; its job will");
    return { ok: true, refundId, progress: "waiting" };
  }
}

/** Sends a stored refund and settles the answer. Safe to repeat. Throws PaymentsUnavailable. */
export async function sendRefund(services: Needs, refundId: string): Promise<"sent" | "refused" | "byHand"> {
  const { db, payments, clock } = services;
  const row = await findRefund(db, refundId);
  if (row?.channel === "outside") return "byHand";
  // Its job was faster, and the provider refused.
  if (row?.status === "failed") return "refused";
  if (row?.status !== "requested") return "sent";
  if (!row.provider_payment_id) throw new Error(`refund ${refundId} is of a payment without a name`);
  const request = { ownId: refundId, paymentId: row.provider_payment_id, amountCents: row.amount_cents };
  try {
    const sent = await payments.refund(request);
    await db.transaction().execute((trx) => settleSale(trx, { ...sent, kind: "refund" }, clock()));
    return sent.status === "failed" ? "refused" : "sent";
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    services.log.error({ err: error, refundId }, "the provider would not take a refund");
    const byHand = error.reason === "notRefundable";
    await db.transaction().execute(async (trx) => {
      const sale = await lockSale(trx, { saleId: row.sale_id });
      const marked = await setRefundRefused(trx, {
        id: refundId,
        providerMessage: toStorable(`${error.reason}: ${error.message}`.slice(0, 500)),
        byHand,
        now: clock(),
      });
      // Job and request may both be refused: only one of them marks the refund, and mails.
      if (marked && byHand) await askRefundKey(trx, refundId);
      else if (marked) await notifyFailedRefund(trx, marked);
      if (sale) await resettle(trx, sale, "refund", clock());
    });
    return byHand ? "byHand" : "refused";
  }
}

/** Returns why a refund would be refused, for the confirmation page; `refundSale` decides again. */
export async function previewRefund(
  { db }: Pick<Services, "db">,
  request: RefundRequest & { saleId: string },
): Promise<RefundRefusal | "notFound" | undefined> {
  return db.transaction().execute(async (trx) => {
    const sale = await lockSale(trx, { saleId: request.saleId });
    if (!sale) return "notFound";
    return refuseRefund({ ...(await loadMoney(trx, sale)), paymentMethod: sale.payment_method }, request);
  });
}
