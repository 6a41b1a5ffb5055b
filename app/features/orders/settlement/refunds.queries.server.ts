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
      key_given_at: refund.pixKey === undefined ? null : refund.now,
      requested_locale: refund.locale ?? null,
      created_at: refund.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns a refund with its buyer, who requested it, and what is needed to send it. */
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
      "refunds.reason",
      "refunds.requested_by",
      "refunds.created_at",
      "refunds.failure",
      "refunds.provider_message",
      "sales.consumer_id",
      "sales.provider_payment_id",
    ])
    .where("refunds.id", "=", refundId)
    .executeTakeFirst();
}

/**
 * Marks a refund that the provider refused: as failed, or as waiting for a bank transfer. Returns it, or undefined if
 * it was no longer waiting for the provider.
 */
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

/** Locks one of a sale's bank transfers. Returns it; undefined for another sale's, or a refund through the provider. */
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

/** Marks a locked bank transfer as sent or failed, appends the note, and deletes the Pix key. */
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

/** Records that the bank returned a locked bank transfer that was sent. */
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

/**
 * Stores the Pix key of a sale's waiting bank transfers, and the buyer's language: of those without a key, or of those
 * whose key was given at `replaces`. Returns their ids.
 */
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

/**
 * Returns a refund by bank transfer that needs a Pix key, undefined where none is needed. It waits for its first key,
 * or could not be sent to the key given and was not made again.
 */
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

/** Returns a bank transfer that was not sent yet, undefined for another. */
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

/** Returns a refund of a withdrawal that failed or was returned, undefined where the buyer has requested it again. */
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
 * Refunds, as `claim`, that were promised and did not arrive: the last of their sale failed or was returned, and the
 * sale has money left (`findClaim` in refund-rules.ts is the same rule). Made again, they are none.
 */
export const openClaims = sql`refunds AS claim
  JOIN sales AS claimed ON claimed.id = claim.sale_id AND claimed.status IN ('completed', 'processing', 'disputed')
  WHERE claim.status IN ('failed', 'returned')
    AND (claim.status = 'returned' OR claim.channel = 'provider' OR claim.reason = 'duplicate' OR claim.key_given_at IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM refunds AS later WHERE later.sale_id = claim.sale_id
        AND (later.created_at, later.id) > (claim.created_at, claim.id))`;

/**
 * Those of `openClaims` that an administrator has to see: bank transfers, and all of buyers who wait for their erasure.
 */
export const shownClaims = sql`${openClaims} AND (claim.channel = 'outside' OR EXISTS (
  SELECT FROM account_erasures WHERE user_id = claimed.consumer_id AND begun_at IS NOT NULL AND finished_at IS NULL))`;
