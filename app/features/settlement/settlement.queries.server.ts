import { sql } from "kysely";
import type { PaymentMethod } from "~/features/money/payment-methods";
import type { FailedRefund } from "~/features/refunds/refund-rules";
import type { Db } from "~/platform/db.server";
import {
  type DisputeStatus,
  laterDisputeStatus,
  laterRefundStatus,
  type RefundStatus,
  type SaleStatus,
} from "./sale-status";

const settled = [
  "sales.id",
  "video_id",
  "consumer_id",
  "videos.creator_id",
  "status",
  "amount_cents",
  "sales.currency",
  "platform_fee_cents",
  "checkout_session_id",
  "payment_intent_id",
  "charge_id",
  "payment_method",
  "provider_fee_cents",
  "paid_at",
  "completed_at",
  "duplicate",
  "awaiting_until",
] as const;

type Which = { saleId: string } | { paymentIntentId: string };

export type LockedSale = NonNullable<Awaited<ReturnType<typeof lockSale>>>;

/**
 * Locks a sale while it is settled, and with it whatever else this person buys of this video: of two paid at once, the
 * second sees the first. The lock on both comes before the row's, so that no two wait for each other.
 */
export async function lockSale(db: Db, which: Which) {
  const [column, value] =
    "saleId" in which
      ? (["sales.id", which.saleId] as const)
      : (["payment_intent_id", which.paymentIntentId] as const);
  const pair = await db
    .selectFrom("sales")
    .select(["consumer_id", "video_id"])
    .where(column, "=", value)
    .executeTakeFirst();
  if (!pair) return undefined;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sale ${pair.consumer_id} ${pair.video_id}`}, 0))`.execute(
    db,
  );
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(settled)
    .where(column, "=", value)
    .forUpdate("sales")
    .executeTakeFirst();
}

/** Whether this person already has this video through another sale, also one whose dispute is open. */
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

export interface SettledSale {
  id: string;
  status: SaleStatus;
  sessionId: string | null;
  paymentIntentId: string | null;
  chargeId: string | null;
  paymentMethod: PaymentMethod | null;
  providerFeeCents: number | null;
  paidAt: Date | null;
  completedAt: Date | null;
  duplicate: boolean;
}

/** Writes what settling decided. */
export async function updateSettledSale(db: Db, sale: SettledSale): Promise<void> {
  await db
    .updateTable("sales")
    .set({
      status: sale.status,
      checkout_session_id: sale.sessionId,
      payment_intent_id: sale.paymentIntentId,
      charge_id: sale.chargeId,
      payment_method: sale.paymentMethod,
      provider_fee_cents: sale.providerFeeCents,
      paid_at: sale.paidAt,
      completed_at: sale.completedAt,
      duplicate: sale.duplicate,
    })
    .where("id", "=", sale.id)
    .execute();
}

/** A sale's refunds, oldest first. Their number is small: each is a person's decision. */
export async function listRefunds(db: Db, saleId: string) {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("sale_id", "=", saleId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** A sale's disputes, oldest first. */
export async function listDisputes(db: Db, saleId: string) {
  return db
    .selectFrom("disputes")
    .selectAll()
    .where("sale_id", "=", saleId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export interface ToldRefund {
  refundId: string;
  ownId: string | undefined;
  amountCents: number;
  status: Exclude<RefundStatus, "requested">;
  failure: string | undefined;
  createdAt: Date;
}

/**
 * Notes what the provider says of a refund of a locked sale: its own state only moves on. One we did not ask for is new.
 * Gives the one of ours that failed by this.
 */
export async function noteRefund(
  db: Db,
  saleId: string,
  told: ToldRefund,
): Promise<FailedRefund | undefined> {
  const failure = told.failure?.slice(0, 500) ?? null;
  const known = (await listRefunds(db, saleId)).find(
    ({ id, provider_refund_id }) => provider_refund_id === told.refundId || id === told.ownId,
  );
  if (known) {
    const status = laterRefundStatus(known.status, told.status);
    await db
      .updateTable("refunds")
      .set({ status, provider_refund_id: told.refundId, failure: failure ?? known.failure })
      .where("id", "=", known.id)
      .execute();
    return status === "failed" && known.status !== "failed" ? known : undefined;
  }
  await db
    .insertInto("refunds")
    .values({
      sale_id: saleId,
      provider_refund_id: told.refundId,
      amount_cents: told.amountCents,
      status: told.status,
      failure,
      channel: "provider",
      reason: "provider",
      created_at: told.createdAt,
    })
    .execute();
  return undefined;
}

export interface ToldDispute {
  disputeId: string;
  amountCents: number;
  status: DisputeStatus;
  reason: string;
  createdAt: Date;
  /** When the provider said so. */
  asOf: Date;
}

/**
 * Notes what the provider says of a dispute of a locked sale. Its state only moves on; its amount and reason are those
 * said last. Returns whether the amount was known as another.
 */
export async function noteDispute(
  db: Db,
  saleId: string,
  told: ToldDispute,
): Promise<{ amountDiffers: boolean }> {
  const known = await db
    .selectFrom("disputes")
    .select(["status", "amount_cents", "told_at"])
    .where("id", "=", told.disputeId)
    .executeTakeFirst();
  const reason = told.reason.slice(0, 100);
  if (known) {
    const isLatest = known.told_at === null || known.told_at <= told.asOf;
    await db
      .updateTable("disputes")
      .set({
        status: laterDisputeStatus(known.status, told.status),
        ...(isLatest ? { amount_cents: told.amountCents, reason, told_at: told.asOf } : {}),
      })
      .where("id", "=", told.disputeId)
      .execute();
    return { amountDiffers: known.amount_cents !== told.amountCents };
  }
  await db
    .insertInto("disputes")
    .values({
      id: told.disputeId,
      sale_id: saleId,
      amount_cents: told.amountCents,
      status: told.status,
      reason,
      created_at: told.createdAt,
      told_at: told.asOf,
    })
    .execute();
  return { amountDiffers: false };
}
