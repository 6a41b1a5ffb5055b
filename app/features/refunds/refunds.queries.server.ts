import { sql } from "kysely";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { FailedRefund, RefundChannel, RefundReason } from "./refund-rules";

export interface NewRefund {
  saleId: string;
  amountCents: number;
  channel: RefundChannel;
  reason: RefundReason;
  requestedBy?: string;
  note?: string;
  /** The Pix key of a refund by bank transfer. */
  pixKey?: string;
  /** The buyer's language. */
  locale?: Locale;
  now: Date;
}

/** Inserts a refund, before it is sent. Returns its id. */
export async function insertRefund(db: Db, refund: NewRefund): Promise<string> {
  const { id } = await db
    .insertInto("refunds")
    .values({
      sale_id: refund.saleId,
      amount_cents: refund.amountCents,
      status: "requested",
      channel: refund.channel,
      reason: refund.reason,
      requested_by: refund.requestedBy ?? null,
      note: refund.note ?? null,
      pix_key: refund.pixKey ?? null,
      requested_locale: refund.locale ?? null,
      created_at: refund.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the sale of a refund and its buyer. Throws for an unknown refund. */
export async function findRefundBuyer(db: Db, refundId: string) {
  return db
    .selectFrom("refunds")
    .innerJoin("sales", "sales.id", "refunds.sale_id")
    .select(["sale_id", "consumer_id"])
    .where("refunds.id", "=", refundId)
    .executeTakeFirstOrThrow();
}

/** Returns a refund with what is needed to send it. */
export async function findRefund(db: Db, refundId: string) {
  return db
    .selectFrom("refunds")
    .innerJoin("sales", "sales.id", "refunds.sale_id")
    .select([
      "refunds.id",
      "refunds.sale_id",
      "refunds.amount_cents",
      "refunds.status",
      "refunds.channel",
      "refunds.created_at",
      "refunds.failure",
      "refunds.provider_message",
      "sales.provider_payment_id",
    ])
    .where("refunds.id", "=", refundId)
    .executeTakeFirst();
}

/**
 * Marks a refund that the provider refused: as failed, or as waiting for a bank transfer. Returns it, or undefined if it was
 * no longer waiting for the provider.
 */
export async function setRefundRefused(
  db: Db,
  refund: { id: string; providerMessage: string; byHand: boolean },
): Promise<FailedRefund | undefined> {
  return db
    .updateTable("refunds")
    .set({
      ...(refund.byHand ? { channel: "outside" } : { status: "failed" }),
      failure: "other",
      provider_message: refund.providerMessage,
    })
    .where("id", "=", refund.id)
    .where("status", "=", "requested")
    .where("channel", "=", "provider")
    .where("provider_refund_id", "is", null)
    .returning(["id", "reason"])
    .executeTakeFirst();
}

/**
 * Marks a refund by bank transfer as sent or failed, appends the note, and deletes the Pix key. Returns it, or undefined if
 * it was not waiting.
 */
export async function settleOutsideRefund(
  db: Db,
  refund: { id: string; saleId: string; status: "succeeded" | "failed"; note: string },
): Promise<{ id: string; reason: RefundReason } | undefined> {
  return db
    .updateTable("refunds")
    .set({
      status: refund.status,
      note: sql`left(concat_ws(' · ', note, ${refund.note}::text), 500)`,
      pix_key: null,
    })
    .where("id", "=", refund.id)
    .where("sale_id", "=", refund.saleId)
    .where("channel", "=", "outside")
    .where("status", "=", "requested")
    .returning(["id", "reason"])
    .executeTakeFirst();
}

/** Stores the Pix key of a sale's waiting bank transfers that have none, and the buyer's language. */
export async function setRefundKey(
  db: Db,
  { saleId, pixKey, locale }: { saleId: string; pixKey: string; locale: Locale },
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ pix_key: pixKey, requested_locale: locale })
    .where("sale_id", "=", saleId)
    .where("channel", "=", "outside")
    .where("status", "=", "requested")
    .where("pix_key", "is", null)
    .execute();
}

/**
 * Returns a refund by bank transfer that needs a Pix key, undefined where none is needed. It waits for its
 * first key, or is a second payment's that failed and was not made again.
 */
export async function findRefundWithoutKey(db: Db, refundId: string) {
  return db
    .selectFrom("refunds")
    .innerJoin("sales", "sales.id", "refunds.sale_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select([
      "refunds.sale_id",
      "refunds.amount_cents",
      "refunds.status",
      "sales.currency",
      "sales.duplicate",
      "videos.title",
    ])
    .where("refunds.id", "=", refundId)
    .where("refunds.channel", "=", "outside")
    .where("refunds.pix_key", "is", null)
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb("refunds.status", "=", "requested"),
        and([
          eb("refunds.status", "=", "failed"),
          eb("refunds.reason", "=", "duplicate"),
          not(
            exists(
              selectFrom("refunds as later")
                .select("later.id")
                .whereRef("later.sale_id", "=", "refunds.sale_id")
                .where("later.status", "!=", "failed"),
            ),
          ),
        ]),
      ]),
    )
    .executeTakeFirst();
}

/** Returns a failed refund of a withdrawal, undefined where the buyer has requested it again. */
export async function findFailedWithdrawal(db: Db, refundId: string) {
  return db
    .selectFrom("refunds")
    .innerJoin("sales", "sales.id", "refunds.sale_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(["refunds.sale_id", "refunds.amount_cents", "refunds.channel", "sales.currency", "videos.title"])
    .where("refunds.id", "=", refundId)
    .where("refunds.reason", "=", "withdrawal")
    .where("refunds.status", "=", "failed")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refunds as later")
            .select("later.id")
            .whereRef("later.sale_id", "=", "refunds.sale_id")
            .where("later.reason", "=", "withdrawal")
            .where("later.status", "!=", "failed"),
        ),
      ),
    )
    .executeTakeFirst();
}
