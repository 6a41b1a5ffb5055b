import { type Expression, sql } from "kysely";
import type { PaymentMethod } from "~/features/base/money/payment-methods";
import type { RefundReason } from "~/features/ledger/sales/refund-rules";
import {
  type DisputeStatus,
  laterDisputeStatus,
  laterRefundStatus,
  type RefundStatus,
  type SaleStatus,
} from "~/features/ledger/sales/sale-status";
import type { DisputeReason, RefundFailure } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";

const settled = [
  "sales.id",
  "video_id",
  "consumer_id",
  "videos.creator_id",
  "status",
  // Stays as it was, while `status` follows the facts.
  "status as stored_status",
  "amount_cents",
  "sales.currency",
  "platform_fee_cents",
  "provider_checkout_id",
  "provider_payment_id",
  "provider_charge_id",
  "payment_method",
  "provider_fee_cents",
  "paid_at",
  "completed_at",
  "duplicate",
  "awaiting_until",
] as const;

type Which = { saleId: string } | { paymentId: string };

export type LockedSale = NonNullable<Awaited<ReturnType<typeof lockSale>>>;

/** Locks whatever a person buys of a video, until the transaction ends: what it gives access to does not change meanwhile. */
export async function lockPurchases(
  db: Db,
  { consumerId, videoId }: { consumerId: string; videoId: string },
): Promise<void> {
  await sql`SELECT ${purchasesLock(sql`${consumerId}::uuid`, sql`${videoId}::uuid`)}`.execute(db);
}

function purchasesLock(consumerId: Expression<unknown>, videoId: Expression<unknown>) {
  return sql<null>`pg_advisory_xact_lock(hashtextextended('sale ' || ${consumerId} || ' ' || ${videoId}, 0))`;
}

/**
 * Locks a sale, and all sales of this person and video: of two payments at once, the second sees the first. That lock comes
 * before the row's, to avoid deadlocks.
 */
export async function lockSale(db: Db, which: Which) {
  const [column, value] =
    "saleId" in which
      ? (["sales.id", which.saleId] as const)
      : (["provider_payment_id", which.paymentId] as const);
  const known = await db
    .selectFrom("sales")
    .select(({ ref }) => purchasesLock(ref("consumer_id"), ref("video_id")).as("locked"))
    .where(column, "=", value)
    .executeTakeFirst();
  if (!known) return undefined;
  // A statement of its own: it sees what was committed before the lock was given.
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(settled)
    .where(column, "=", value)
    .forUpdate("sales")
    .executeTakeFirst();
}

/** Returns the checkout that the same buyer still has open for the same video. */
export async function findPendingCheckout(
  db: Db,
  sale: { video_id: string; consumer_id: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("sales")
    .select("provider_checkout_id")
    .where("consumer_id", "=", sale.consumer_id)
    .where("video_id", "=", sale.video_id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return row?.provider_checkout_id ?? undefined;
}

/** Returns whether this person has this video by another sale, also one whose dispute is open. */
export async function hasOtherCompletedSale(
  db: Db,
  sale: { id: string; video_id: string; consumer_id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("sales")
    .select("id")
    .where("consumer_id", "=", sale.consumer_id)
    .where("video_id", "=", sale.video_id)
    .where("paid_at", "is not", null)
    .where("duplicate", "=", false)
    .where("status", "in", ["completed", "disputed"])
    .where("id", "!=", sale.id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasSoldBefore(
  db: Db,
  { creatorId, saleId }: { creatorId: string; saleId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select("sales.id")
    .where("videos.creator_id", "=", creatorId)
    .where("sales.completed_at", "is not", null)
    .where("sales.id", "!=", saleId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface SettledSale {
  id: string;
  status: SaleStatus;
  checkoutId: string | null;
  paymentId: string | null;
  chargeId: string | null;
  paymentMethod: PaymentMethod | null;
  providerFeeCents: number | null;
  paidAt: Date | null;
  completedAt: Date | null;
  duplicate: boolean;
}

export async function updateSettledSale(db: Db, sale: SettledSale): Promise<void> {
  await db
    .updateTable("sales")
    .set({
      status: sale.status,
      provider_checkout_id: sale.checkoutId,
      provider_payment_id: sale.paymentId,
      provider_charge_id: sale.chargeId,
      payment_method: sale.paymentMethod,
      provider_fee_cents: sale.providerFeeCents,
      paid_at: sale.paidAt,
      completed_at: sale.completedAt,
      duplicate: sale.duplicate,
    })
    .where("id", "=", sale.id)
    .execute();
}

/** Returns a sale's refunds, oldest first. They are few: each is a person's decision. */
export async function listRefunds(db: Db, saleId: string) {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("sale_id", "=", saleId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns a sale's disputes, oldest first. */
export async function listDisputes(db: Db, saleId: string) {
  return db
    .selectFrom("disputes")
    .selectAll()
    .where("sale_id", "=", saleId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

interface ChangedRefund {
  id: string;
  reason: RefundReason;
  status: RefundStatus;
  /** Undefined for a refund that was unknown. */
  before: RefundStatus | undefined;
}

export interface ReportedRefund {
  refundId: string;
  ownId: string | undefined;
  amountCents: number;
  status: Exclude<RefundStatus, "requested">;
  failure: RefundFailure | undefined;
  providerMessage?: string | undefined;
  createdAt: Date;
  /** The date of the report. */
  reportedAt: Date;
}

/**
 * Stores a refund of a locked sale as the provider reports it; its status only moves forward. Returns it with its status
 * before.
 */
export async function recordRefund(db: Db, saleId: string, reported: ReportedRefund): Promise<ChangedRefund> {
  const failed = {
    failure: reported.failure ?? null,
    provider_message: reported.providerMessage?.slice(0, 500) ?? null,
  };
  const known = (await listRefunds(db, saleId)).find(
    ({ id, provider_refund_id }) => provider_refund_id === reported.refundId || id === reported.ownId,
  );
  if (known) {
    const status = laterRefundStatus(known.status, reported.status);
    await db
      .updateTable("refunds")
      .set({ status, provider_refund_id: reported.refundId, ...(reported.failure && failed) })
      .$if(reported.status === "failed", (query) =>
        query.set({ failed_at: sql`least(failed_at, ${reported.reportedAt}::timestamptz)` }),
      )
      .where("id", "=", known.id)
      .execute();
    return { id: known.id, reason: known.reason, status, before: known.status };
  }
  const { id } = await db
    .insertInto("refunds")
    .values({
      sale_id: saleId,
      provider_refund_id: reported.refundId,
      amount_cents: reported.amountCents,
      status: reported.status,
      failed_at: reported.status === "failed" ? reported.reportedAt : null,
      ...failed,
      channel: "provider",
      reason: "provider",
      created_at: reported.createdAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, reason: "provider", status: reported.status, before: undefined };
}

export interface ReportedDispute {
  disputeId: string;
  amountCents: number;
  status: DisputeStatus;
  reason: DisputeReason;
  createdAt: Date;
  /** The date of the report. */
  asOf: Date;
  /** When its money moved; the date of the report where that is not known. */
  movedAt: Date;
}

/**
 * Stores a dispute of a locked sale as the provider reports it; its status only moves forward, its amount and reason are
 * those of the latest report. Returns whether the stored amount was another.
 */
export async function recordDispute(
  db: Db,
  saleId: string,
  reported: ReportedDispute,
): Promise<{ amountDiffers: boolean }> {
  const known = await db
    .selectFrom("disputes")
    .select(["status", "amount_cents", "told_at"])
    .where("id", "=", reported.disputeId)
    .executeTakeFirst();
  if (known) {
    const isLatest = known.told_at === null || known.told_at <= reported.asOf;
    await db
      .updateTable("disputes")
      .set({
        status: laterDisputeStatus(known.status, reported.status),
        ...datedBy(reported),
        ...(isLatest
          ? { amount_cents: reported.amountCents, reason: reported.reason, told_at: reported.asOf }
          : {}),
      })
      .where("id", "=", reported.disputeId)
      .execute();
    return { amountDiffers: known.amount_cents !== reported.amountCents };
  }
  await db
    .insertInto("disputes")
    .values({
      id: reported.disputeId,
      sale_id: saleId,
      amount_cents: reported.amountCents,
      status: reported.status,
      reason: reported.reason,
      opened_at: reported.status === "open" ? reported.movedAt : null,
      lost_at: reported.status === "lost" ? reported.movedAt : null,
      released_at: reported.status === "released" ? reported.movedAt : null,
      created_at: reported.createdAt,
      told_at: reported.asOf,
    })
    .execute();
  return { amountDiffers: false };
}

/** The date of a dispute's status: the earliest that was reported for it. */
function datedBy({ status, movedAt }: ReportedDispute) {
  const earliest = (column: string) => sql<Date>`least(${sql.ref(column)}, ${movedAt}::timestamptz)`;
  if (status === "open") return { opened_at: earliest("opened_at") };
  if (status === "lost") return { lost_at: earliest("lost_at") };
  return status === "released" ? { released_at: earliest("released_at") } : {};
}
