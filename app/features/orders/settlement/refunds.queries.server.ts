import { sql } from "kysely";
import type { FailedRefund, RefundChannel, RefundReason } from "~/features/money/ledger/refund-rules";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";

export interface NewRefund {
  saleId: string;
  amountCents: number;
  channel: RefundChannel;
  reason: RefundReason;
  requestedBy?: string;
  note?: string;
  /** For a bank transfer. */
  pixKey?: string;
  /** The buyer's language. */
  locale?: Locale;
  now: Date;
}

/** Returns its id. */
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
      key_given_at: refund.pixKey === undefined ? null : refund.now,
      requested_locale: refund.locale ?? null,
      created_at: refund.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function findRefund(db: Db, refundId: string) {
  return db
    .selectFrom("refunds")
    .innerJoin("sales", "sales.id", "refunds.sale_id")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select([
      "refunds.id",
      "refunds.sale_id",
      "refunds.amount_cents",
      "refunds.status",
      "refunds.channel",
      "refunds.reason",
      "refunds.requested_by",
      "refunds.created_at",
      "refunds.failure",
      "refunds.provider_message",
      "sales.consumer_id",
      "payments.provider_payment_id",
    ])
    .where("refunds.id", "=", refundId)
    .executeTakeFirst();
}

/** Marks a refused refund as failed, or as a bank transfer (`byHand`). Undefined if it no longer waited. */
export async function setRefundRefused(
  db: Db,
  refund: { id: string; providerMessage: string; byHand: boolean; now: Date },
): Promise<FailedRefund | undefined> {
  return db
    .updateTable("refunds")
    .set({
      ...(refund.byHand ? { channel: "outside" } : { status: "failed", failed_at: refund.now }),
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

/** Undefined for another sale's refund, or one through the provider. */
export async function lockOutsideRefund(db: Db, { id, saleId }: { id: string; saleId: string }) {
  return db
    .selectFrom("refunds")
    .select(["id", "reason", "status", "key_given_at"])
    .where("id", "=", id)
    .where("sale_id", "=", saleId)
    .where("channel", "=", "outside")
    .forUpdate()
    .executeTakeFirst();
}

/** Appends the note, and deletes the Pix key. */
export async function settleOutsideRefund(
  db: Db,
  refund: {
    id: string;
    status: "succeeded" | "failed";
    note: string;
    noKeyReason: string | undefined;
    now: Date;
    adminId: string;
  },
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({
      status: refund.status,
      failed_at: refund.status === "failed" ? refund.now : null,
      note: sql`left(concat_ws(' · ', note, ${refund.note}::text), 500)`,
      pix_key: null,
      no_key_reason: refund.noKeyReason ?? null,
      settled_by: refund.adminId,
    })
    .where("id", "=", refund.id)
    .where("status", "=", "requested")
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function setRefundReturned(
  db: Db,
  returned: { id: string; reason: string; adminId: string; now: Date },
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({
      status: "returned",
      return_reason: returned.reason,
      returned_by: returned.adminId,
      returned_at: returned.now,
    })
    .where("id", "=", returned.id)
    .where("status", "=", "succeeded")
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Stores the key of a sale's waiting bank transfers without a key, or given at `replaces`. Returns their ids. */
export async function setRefundKey(
  db: Db,
  key: { saleId: string; pixKey: string; replaces: Date | null; locale: Locale; now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable("refunds")
    .set({ pix_key: key.pixKey, key_given_at: key.now, requested_locale: key.locale })
    .where("sale_id", "=", key.saleId)
    .where("channel", "=", "outside")
    .where("status", "=", "requested")
    .where("key_given_at", "is not distinct from", key.replaces)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Undefined unless the bank transfer waits for its first key, or failed with the given one and was not made again. */
export async function findRefundWithoutKey(db: Db, refundId: string) {
  return selectMailed(db, refundId)
    .where("refunds.channel", "=", "outside")
    .where("refunds.pix_key", "is", null)
    .where(({ or, and, eb }) =>
      or([
        eb("refunds.status", "=", "requested"),
        and([
          eb("refunds.reason", "!=", "withdrawal"),
          sql<boolean>`refunds.id IN (SELECT claim.id FROM ${openClaims})`,
        ]),
      ]),
    )
    .executeTakeFirst();
}

/** Undefined unless it has a key and was not sent. */
export async function findKeyedRefund(db: Db, refundId: string) {
  return selectMailed(db, refundId)
    .where("refunds.status", "=", "requested")
    .where("refunds.pix_key", "is not", null)
    .executeTakeFirst();
}

function selectMailed(db: Db, refundId: string) {
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
    .where("refunds.id", "=", refundId);
}

/** Undefined if the buyer has requested it again. */
export async function findFailedWithdrawal(db: Db, refundId: string) {
  return selectMailed(db, refundId)
    .select("refunds.channel")
    .where("refunds.reason", "=", "withdrawal")
    .where("refunds.status", "in", ["failed", "returned"])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refunds as later")
            .select("later.id")
            .whereRef("later.sale_id", "=", "refunds.sale_id")
            .where("later.reason", "=", "withdrawal")
            .where("later.status", "not in", ["failed", "returned"]),
        ),
      ),
    )
    .executeTakeFirst();
}

/**
 * Refunds, as `claim`, that were promised and did not arrive, and were not made again: the last of their sale failed or
 * was returned, and the sale has money left (`findClaim` in refund-rules.ts is the same rule).
 */
export const openClaims = sql`refunds AS claim
  JOIN sales AS claimed ON claimed.id = claim.sale_id AND claimed.status IN ('completed', 'processing', 'disputed')
  WHERE claim.status IN ('failed', 'returned')
    AND (claim.status = 'returned' OR claim.channel = 'provider' OR claim.reason = 'duplicate' OR claim.key_given_at IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM refunds AS later WHERE later.sale_id = claim.sale_id
        AND (later.created_at, later.id) > (claim.created_at, claim.id))`;

/** Of `openClaims`: bank transfers, and all of buyers who wait for their erasure. */
export const shownClaims = sql`${openClaims} AND (claim.channel = 'outside' OR EXISTS (
  SELECT FROM account_erasures WHERE user_id = claimed.consumer_id AND begun_at IS NOT NULL AND finished_at IS NULL))`;
