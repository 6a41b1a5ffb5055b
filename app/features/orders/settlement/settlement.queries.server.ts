import { type Expression, sql } from "kysely";
import {
  type ReleaseTermsJson,
  readReleaseTerms,
  readSaleLedger,
  releaseTermsJson,
  type SaleLedger,
  saleLedgerJson,
} from "~/features/money/ledger/ledger.queries.server";
import type { RefundChannel, RefundReason } from "~/features/money/ledger/refund-rules";
import type { ReleaseTerms } from "~/features/money/ledger/release-rules";
import {
  type DisputeStatus,
  laterDisputeStatus,
  laterRefundStatus,
  type PaymentMethod,
  type RefundStatus,
  type SaleStatus,
} from "~/features/money/ledger/sale-status";
import type { DisputeReason, RefundFailure } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import { type MovementFees, movementFeesOf } from "./provider-movements.queries.server";

const saleColumns = [
  "sales.id",
  "video_id",
  "consumer_id",
  "videos.creator_id",
  "status",
  // Stays as stored, while `status` follows the facts.
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
  "is_gift",
  "awaiting_until",
] as const;

type Which = { saleId: string } | { paymentId: string };

export type LockedSale = NonNullable<Awaited<ReturnType<typeof lockSale>>>;

/** Locks all sales of the person, then the row, to avoid deadlocks: of two payments the second sees the first. */
export async function lockSale(db: Db, which: Which) {
  const [column, value] =
    "saleId" in which
      ? (["sales.id", which.saleId] as const)
      : (["provider_payment_id", which.paymentId] as const);
  // FOR UPDATE returns the row as committed last. Later statements must read what refers to the sale: their snapshot is
  // newer than the locks.
  return db
    .with(
      (cte) => cte("locked").materialized(),
      (cte) =>
        cte
          .selectFrom("sales")
          .select(({ ref }) => ["sales.id", purchasesLock(ref("consumer_id")).as("lock")])
          .where(column, "=", value),
    )
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(saleColumns)
    .where("sales.id", "=", ({ selectFrom }) => selectFrom("locked").select("locked.id"))
    .forUpdate("sales")
    .executeTakeFirst();
}

/** Lists a buyer's open checkouts, without gifts, of the same video, of a course's lessons, or of a lesson's course. */
export async function listPendingCheckouts(
  db: Db,
  sale: { video_id: string; consumer_id: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select("payments.provider_checkout_id")
    .where("consumer_id", "=", sale.consumer_id)
    .where("status", "=", "pending")
    .where("is_gift", "=", false)
    .where(
      sql<boolean>`(video_id = ${sale.video_id} OR EXISTS (SELECT FROM course_lessons WHERE removed_at IS NULL
        AND (course_id, course_lessons.video_id) IN ((${sale.video_id}, sales.video_id), (sales.video_id, ${sale.video_id}))))`,
    )
    .execute();
  return rows.flatMap(({ provider_checkout_id }) => provider_checkout_id ?? []);
}

/** The same product, from the same buyer for the same address. */
export async function listSameGifts(
  db: Db,
  gift: { id: string; video_id: string; consumer_id: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("sales")
    .innerJoin("gifts", "gifts.sale_id", "sales.id")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select("payments.provider_checkout_id")
    .where("consumer_id", "=", gift.consumer_id)
    .where("video_id", "=", gift.video_id)
    .where("status", "=", "pending")
    .where(
      sql<boolean>`lower(gifts.email) = (SELECT lower(other.email) FROM gifts AS other WHERE other.sale_id = ${gift.id})`,
    )
    .execute();
  return rows.flatMap(({ provider_checkout_id }) => provider_checkout_id ?? []);
}

interface SettledSale {
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

/** Oldest first. */
export async function listRefunds(db: Db, saleId: string) {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("sale_id", "=", saleId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Oldest first. */
export async function listDisputes(db: Db, saleId: string) {
  return db
    .selectFrom("disputes")
    .selectAll()
    .where("sale_id", "=", saleId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

interface SaleFacts {
  /** Oldest first, like the disputes. */
  refunds: {
    amount_cents: number;
    status: RefundStatus;
    channel: RefundChannel;
    created_at: Date;
    failed_at: Date | null;
    returned_at: Date | null;
  }[];
  disputes: {
    amount_cents: number;
    status: DisputeStatus;
    created_at: Date;
    opened_at: Date | null;
    lost_at: Date | null;
    released_at: Date | null;
  }[];
  fees: MovementFees;
  /** The buyer has this video by another sale, or one with an open dispute. Gifts do not count. */
  hasOther: boolean;
  /** A paid course of the buyer has this lesson, and did not count this sale. */
  isCovered: boolean;
  isCourse: boolean;
  /** Undefined unless the sale is a gift. */
  gift: { email: string | null; locale: string; deliverAt: Date | null; version: number } | undefined;
  posted: SaleLedger;
  /** When the creator's part is released. */
  terms: ReleaseTerms;
  /** `chosen`: their rhythm for mails about sales. */
  creator: { hasSoldBefore: boolean; chosen: string | undefined };
}

/** Reads what settling a locked sale depends on, beside its own row, in one statement. */
export async function findSaleFacts(
  db: Db,
  { id: saleId, video_id, consumer_id, creator_id, is_gift, paid_at }: LockedSale,
): Promise<SaleFacts> {
  const { rows } = await sql<{
    refunds: JsonRow[];
    disputes: JsonRow[];
    charge: number | null;
    other: number;
    /** Times are text in JSON. */
    dispute_fees: { cents: number; at: string }[];
    has_other: boolean;
    covered: boolean;
    is_course: boolean;
    posted: Parameters<typeof readSaleLedger>[0];
    terms: ReleaseTermsJson;
    has_sold: boolean;
    gift: { email: string | null; locale: string; deliver_at: string | null; link_version: number } | null;
    chosen: string | null;
  }>`
    SELECT fees.*, ${saleLedgerJson(saleId)} AS posted, ${releaseTermsJson(creator_id, paid_at)} AS terms,
      EXISTS (SELECT FROM sales WHERE consumer_id = ${consumer_id} AND video_id = ${video_id} AND paid_at IS NOT NULL
        AND NOT duplicate AND status IN ('completed', 'disputed') AND id <> ${saleId} AND NOT is_gift
        AND NOT ${is_gift}::boolean) AS has_other,
      is_covered(${saleId}) AS covered,
      EXISTS (SELECT FROM videos WHERE id = ${video_id} AND lesson_count IS NOT NULL) AS is_course,
      (SELECT row_to_json(gifts) FROM gifts WHERE sale_id = ${saleId}) AS gift,
      EXISTS (SELECT FROM sales JOIN videos ON videos.id = sales.video_id
        WHERE videos.creator_id = ${creator_id} AND sales.completed_at IS NOT NULL AND sales.id <> ${saleId}) AS has_sold,
      (SELECT value FROM mail_choices WHERE user_id = ${creator_id} AND choice = 'sales') AS chosen,
      (SELECT coalesce(json_agg(row_to_json(refunds) ORDER BY created_at, id), '[]')
        FROM refunds WHERE sale_id = ${saleId}) AS refunds,
      (SELECT coalesce(json_agg(row_to_json(disputes) ORDER BY created_at, id), '[]')
        FROM disputes WHERE sale_id = ${saleId}) AS disputes
    FROM (${movementFeesOf(saleId)}) AS fees`.execute(db);
  const [row] = rows;
  return {
    refunds: (row?.refunds ?? []).map((refund) =>
      readTimes(refund, ["created_at", "failed_at", "returned_at"]),
    ) as SaleFacts["refunds"],
    disputes: (row?.disputes ?? []).map((dispute) =>
      readTimes(dispute, ["created_at", "opened_at", "lost_at", "released_at"]),
    ) as SaleFacts["disputes"],
    fees: {
      chargeCents: row?.charge ?? undefined,
      otherCents: row?.other ?? 0,
      disputeFees: (row?.dispute_fees ?? []).map(({ cents, at }) => ({ cents, at: new Date(at) })),
    },
    hasOther: row?.has_other ?? false,
    isCovered: row?.covered ?? false,
    isCourse: row?.is_course ?? false,
    gift: row?.gift
      ? {
          email: row.gift.email,
          locale: row.gift.locale,
          deliverAt: row.gift.deliver_at === null ? null : new Date(row.gift.deliver_at),
          version: row.gift.link_version,
        }
      : undefined,
    posted: readSaleLedger(row?.posted ?? []),
    terms: readReleaseTerms(row?.terms),
    creator: { hasSoldBefore: row?.has_sold ?? false, chosen: row?.chosen ?? undefined },
  };
}

type JsonRow = Record<string, unknown>;

/** Times are text in JSON. */
function readTimes(row: JsonRow, columns: readonly string[]): JsonRow {
  const times = columns.map((column) => [
    column,
    row[column] === null ? null : new Date(String(row[column])),
  ]);
  return { ...row, ...Object.fromEntries(times) };
}

export interface ChangedRefund {
  id: string;
  reason: RefundReason;
  status: RefundStatus;
  /** Undefined if the refund was unknown. */
  before: RefundStatus | undefined;
}

interface ReportedRefund {
  refundId: string;
  ownId: string | undefined;
  amountCents: number;
  status: Exclude<RefundStatus, "requested">;
  failure: RefundFailure | undefined;
  providerMessage?: string | undefined;
  createdAt: Date;
  /** Undefined if unknown. */
  failedAt: Date | undefined;
}

/** Stores a reported refund; its status only moves forward. */
export async function recordRefund(db: Db, saleId: string, reported: ReportedRefund): Promise<ChangedRefund> {
  const failed = {
    failure: reported.failure ?? null,
    provider_message: reported.providerMessage?.slice(0, 500) ?? null,
  };
  const refund = (await listRefunds(db, saleId)).find(
    ({ id, provider_refund_id }) => provider_refund_id === reported.refundId || id === reported.ownId,
  );
  if (refund) {
    const status = laterRefundStatus(refund.status, reported.status);
    await db
      .updateTable("refunds")
      .set({ status, provider_refund_id: reported.refundId, ...(reported.failure && failed) })
      .$if(reported.status === "failed" && reported.failedAt !== undefined, (query) =>
        query.set({ failed_at: sql`least(failed_at, ${reported.failedAt}::timestamptz)` }),
      )
      .where("id", "=", refund.id)
      .execute();
    return { id: refund.id, reason: refund.reason, status, before: refund.status };
  }
  const { id } = await db
    .insertInto("refunds")
    .values({
      sale_id: saleId,
      provider_refund_id: reported.refundId,
      amount_cents: reported.amountCents,
      status: reported.status,
      failed_at: (reported.status === "failed" && reported.failedAt) || null,
      ...failed,
      channel: "provider",
      reason: "provider",
      created_at: reported.createdAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, reason: "provider", status: reported.status, before: undefined };
}

interface ReportedDispute {
  disputeId: string;
  amountCents: number;
  status: DisputeStatus;
  reason: DisputeReason;
  createdAt: Date;
  asOf: Date;
  /** When its money was first withdrawn, and last moved; undefined if unknown. */
  openedAt: Date | undefined;
  movedAt: Date | undefined;
  /** The deadline for a response. */
  dueBy?: Date | undefined;
}

/** Stores a reported dispute: its status only moves forward, amount and reason are those of the latest report. */
export async function recordDispute(
  db: Db,
  saleId: string,
  reported: ReportedDispute,
): Promise<{ amountDiffers: boolean }> {
  const { openedAt = null, movedAt = null } = reported;
  const dispute = await db
    .selectFrom("disputes")
    .select(["status", "amount_cents", "told_at"])
    .where("id", "=", reported.disputeId)
    .executeTakeFirst();
  if (dispute) {
    const isLatest = dispute.told_at === null || dispute.told_at <= reported.asOf;
    await db
      .updateTable("disputes")
      .set({
        status: laterDisputeStatus(dispute.status, reported.status),
        ...datedBy(reported),
        ...(isLatest
          ? {
              amount_cents: reported.amountCents,
              reason: reported.reason,
              told_at: reported.asOf,
              due_by: reported.dueBy ?? null,
            }
          : {}),
      })
      .where("id", "=", reported.disputeId)
      .execute();
    return { amountDiffers: dispute.amount_cents !== reported.amountCents };
  }
  await db
    .insertInto("disputes")
    .values({
      id: reported.disputeId,
      sale_id: saleId,
      amount_cents: reported.amountCents,
      status: reported.status,
      reason: reported.reason,
      opened_at: openedAt ?? (reported.status === "open" ? movedAt : null),
      lost_at: reported.status === "lost" ? movedAt : null,
      released_at: reported.status === "released" ? movedAt : null,
      created_at: reported.createdAt,
      told_at: reported.asOf,
      due_by: reported.dueBy ?? null,
    })
    .execute();
  return { amountDiffers: false };
}

/** Of each date the earliest that was reported. */
function datedBy({ status, openedAt, movedAt }: ReportedDispute) {
  const earliest = (column: string, date: Date) => sql<Date>`least(${sql.ref(column)}, ${date}::timestamptz)`;
  const opened = openedAt ?? (status === "open" ? movedAt : undefined);
  return {
    ...(opened && { opened_at: earliest("opened_at", opened) }),
    ...(movedAt && status === "lost" && { lost_at: earliest("lost_at", movedAt) }),
    ...(movedAt && status === "released" && { released_at: earliest("released_at", movedAt) }),
  };
}

/** SQL expression; locks until the transaction ends. Not by video: a course and its lessons depend on each other. */
export function purchasesLock(consumerId: Expression<unknown>) {
  return sql<null>`pg_advisory_xact_lock(hashtextextended('sale ' || ${consumerId}, 0))`;
}

/** Locks until the transaction ends: the access that purchases give does not change meanwhile. */
export async function lockPurchases(db: Db, consumerId: string): Promise<void> {
  await sql`SELECT ${purchasesLock(sql`${consumerId}::uuid`)}`.execute(db);
}
