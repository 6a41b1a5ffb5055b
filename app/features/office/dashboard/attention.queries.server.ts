import { type RawBuilder, sql } from "kysely";
import { undeliveredSaleMailsSince } from "~/features/base/mail/mails.queries.server";
import { minimumPayoutNow } from "~/features/money/fees/minimum-payout.queries.server";
import { revenue } from "~/features/money/ledger/ledger-proof.queries.server";
import type { PayoutDetails } from "~/features/money/payees/payee";
import { mostOwed } from "~/features/money/payouts/balances.queries.server";
import { overdueHours, refundDays } from "~/features/office/reconciliation/difference-rules";
import { unreadableSales } from "~/features/office/sales/admin-sales.queries.server";
import { failedRefunds } from "~/features/orders/purchases/purchases.queries.server";
import { shownClaims } from "~/features/orders/settlement/refunds.queries.server";
import { dayMs } from "~/i18n/days";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";

/**
 * product.md, Admin dashboard: cents of BRL, after refunds; videos on sale. Reads running totals, which
 * `ledger_violations` and `count_violations` verify.
 */
export async function sumPlatform(db: Db) {
  const { totalCreators, totalConsumers, totalVideos, ...sums } = await db
    .selectFrom(revenue.as("revenue"))
    .selectAll("revenue")
    .select(({ selectFrom }) => {
      const number = (kind: "creators" | "consumers" | "videos") =>
        selectFrom("running_counts")
          .select(({ fn }) => fn.sum("number").as("number"))
          .where("kind", "=", kind);
      return [
        number("creators").as("totalCreators"),
        number("consumers").as("totalConsumers"),
        number("videos").as("totalVideos"),
      ];
    })
    .executeTakeFirstOrThrow();
  // Sums of bigint are text, and null without rows.
  return {
    ...sums,
    totalCreators: Number(totalCreators),
    totalConsumers: Number(totalConsumers),
    totalVideos: Number(totalVideos),
  };
}

/** More than one person handles between visits. */
export const countLimit = 100;

/** Only the highest debts are checked for released amounts and payment details. */
const maxBalancesChecked = 500;

/** Each count is at most `countLimit`. */
export interface Waiting {
  /** Verified requests to turn off a lost second factor. */
  secondFactor: number;
  oldestRemovalOf: string | null;
  oldestRemovalOfCreator: boolean;
  /** Reported and undecided. */
  reviews: number;
  questions: number;
  announcements: number;
  payable: number;
  payableCents: number;
  weekdays: number[];
  prepared: number;
  preparedCents: number;
  preparedBatch: string | null;
  disputes: number;
  /** Of the nearest deadline, in ISO 8601. */
  dispute: { id: string; cents: number; currency: Currency; title: string; due: string | null } | null;
  approvals: number;
  byHand: number;
  oldestByHand: { saleId: string; cents: number; currency: Currency; title: string } | null;
  /** Of the last `refundDays`. */
  refundsFailed: number;
  /** Buyers' open claims to refunds, of any age. */
  claims: number;
  /** Paid sales of videos without a playable file. */
  unreadable: number;
  events: number;
  differences: number;
  /** Failures in the newest reconciliation and ledger proof. */
  checkFailed: number;
  /** Hours since the last complete run or proof, if overdue; before the first, since the first sale. */
  checkOverdue: number;
  /** Hours since the last complete run; null before the first. */
  checkedHours: number | null;
  uploads: number;
  oldestUploadOf: string | null;
  conversions: number;
  oldestConversionOf: string | null;
  /** Mails rejected or of unknown acceptance in the last `refundDays`. */
  undelivered: number;
  newestUndeliveredOf: string | null;
  /** Creators with the highest debts, at most `maxBalancesChecked`. */
  owed: PayoutDetails[];
}

const upTo = (rows: RawBuilder<unknown>) =>
  sql`(SELECT count(*) FROM (SELECT FROM ${rows} LIMIT ${countLimit}) AS waiting)`;

/** Each count comes from an index. Ignores uploads of less than a day. */
export async function countWaiting(db: Db, now: Date): Promise<Waiting> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const weeksAgo = new Date(now.getTime() - refundDays * dayMs);
  const stalled = sql`videos WHERE published_at IS NULL AND deleted_at IS NULL AND created_at < ${dayAgo}
    AND video_type <> 'course'`;
  const unconverted = sql`conversions JOIN videos ON videos.id = video_id
    WHERE state = 'failed' AND published_at IS NOT NULL AND deleted_at IS NULL`;
  const overdueSince = new Date(now.getTime() - overdueHours * 60 * 60 * 1000);
  const removals = sql`second_factor_removals WHERE proved_at IS NOT NULL AND allowed_at IS NULL`;
  const undelivered = sql`mails WHERE ${undeliveredSaleMailsSince(weeksAgo)}`;
  const lastComplete = sql`(SELECT least(
    coalesce((SELECT max(finished_at) FROM reconciliations WHERE failure IS NULL), first_sale.at),
    coalesce((SELECT max(finished_at) FROM ledger_proofs WHERE violations IS NOT NULL AND NOT independent), first_sale.at),
    -- None before the first night.
    (SELECT max(finished_at) FROM ledger_proofs WHERE violations IS NOT NULL AND independent)) AS at
    FROM (SELECT min(paid_at) AS at FROM sales WHERE paid_at IS NOT NULL) AS first_sale)`;
  const payable = sql`(SELECT cents FROM (
    SELECT creator_id, balance_cents FROM ledger_balances
    WHERE account = 'creator' AND currency = 'BRL' AND balance_cents >= ${minimumPayoutNow}
    ORDER BY balance_cents DESC, creator_id LIMIT ${maxBalancesChecked}
  ) AS owed CROSS JOIN LATERAL (
    SELECT (balance_cents - coalesce(sum(amount_cents), 0))::bigint AS cents FROM ledger_lines line
    WHERE line.creator_id = owed.creator_id AND line.currency = 'BRL' AND line.account = 'creator'
      AND line.available_at > ${now}) AS released
  WHERE NOT EXISTS (SELECT FROM payouts WHERE creator_id = owed.creator_id AND status = 'prepared')
    AND cents >= ${minimumPayoutNow})`;
  const byHand = sql`refunds WHERE status = 'requested' AND channel = 'outside'`;
  const ofSale = sql`'cents', amount_cents, 'currency', (SELECT currency FROM sales WHERE sales.id = sale_id),
    'title', (SELECT title FROM sales JOIN videos ON videos.id = video_id WHERE sales.id = sale_id)`;
  const { rows } = await sql<Waiting>`
    WITH payable AS MATERIALIZED ${payable}
    SELECT (SELECT least(count(*), ${countLimit}) FROM payable) AS payable,
      (SELECT coalesce(sum(cents), 0)::bigint FROM payable) AS "payableCents",
      coalesce((SELECT weekdays FROM payout_schedule), '{}') AS weekdays,
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM payouts WHERE status = 'prepared') AS "preparedCents",
      (SELECT batch_id FROM payouts WHERE status = 'prepared' ORDER BY created_at LIMIT 1) AS "preparedBatch",
      (SELECT json_build_object('id', id, 'due', due_by, ${ofSale})
        FROM disputes WHERE status = 'open' ORDER BY due_by, created_at LIMIT 1) AS dispute,
      (SELECT json_build_object('saleId', sale_id, ${ofSale})
        FROM ${byHand} ORDER BY created_at LIMIT 1) AS "oldestByHand",
      ${upTo(removals)} AS "secondFactor",
      (SELECT user_id FROM ${removals} ORDER BY proved_at LIMIT 1) AS "oldestRemovalOf",
      EXISTS (SELECT FROM creator_profiles WHERE user_id = (
        SELECT user_id FROM ${removals} ORDER BY proved_at LIMIT 1)) AS "oldestRemovalOfCreator",
      ${upTo(sql`reviews WHERE reported_at IS NOT NULL`)} AS reviews,
      ${upTo(sql`question_posts WHERE reported_at IS NOT NULL`)} AS questions,
      ${upTo(sql`announcements WHERE reported_at IS NOT NULL`)} AS announcements,
      ${upTo(sql`payouts WHERE status = 'prepared'`)} AS prepared,
      ${upTo(sql`second_person_requests WHERE status = 'waiting'`)} AS approvals,
      ${upTo(sql`disputes WHERE status = 'open'`)} AS disputes,
      ${upTo(byHand)} AS "byHand",
      ${upTo(sql`${failedRefunds} AND failed.created_at > ${weeksAgo}`)} AS "refundsFailed",
      ${upTo(shownClaims)} AS claims,
      ${upTo(unreadableSales)} AS unreadable,
      ${upTo(sql`payment_events WHERE error IS NOT NULL OR settled_at IS NULL`)} AS events,
      ${upTo(sql`reconciliation_differences WHERE reconciliation_id = (
        SELECT id FROM reconciliations WHERE finished_at IS NOT NULL AND failure IS NULL ORDER BY id DESC LIMIT 1)`)} AS differences,
      (SELECT count(*) FROM (
        (SELECT failure FROM reconciliations WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1)
        UNION ALL (SELECT DISTINCT ON (independent) failure FROM ledger_proofs WHERE finished_at IS NOT NULL
          ORDER BY independent, id DESC)
      ) AS newest WHERE failure IS NOT NULL) AS "checkFailed",
      coalesce((SELECT floor(extract(epoch FROM ${now}::timestamptz - at) / 3600)::bigint
        FROM ${lastComplete} AS complete WHERE at < ${overdueSince}), 0) AS "checkOverdue",
      (SELECT floor(extract(epoch FROM ${now}::timestamptz - max(finished_at)) / 3600)::bigint
        FROM reconciliations WHERE failure IS NULL) AS "checkedHours",
      ${upTo(stalled)} AS uploads,
      (SELECT creator_id FROM ${stalled} ORDER BY created_at LIMIT 1) AS "oldestUploadOf",
      ${upTo(unconverted)} AS conversions,
      (SELECT creator_id FROM ${unconverted} ORDER BY conversions.updated_at LIMIT 1) AS "oldestConversionOf",
      ${upTo(undelivered)} AS "undelivered",
      (SELECT sale_id FROM ${undelivered} ORDER BY ended_at DESC LIMIT 1) AS "newestUndeliveredOf",
      (SELECT coalesce(json_agg(owed), '[]') FROM ${mostOwed(maxBalancesChecked)} AS owed) AS owed`.execute(
    db,
  );
  const [waiting] = rows;
  if (!waiting) throw new Error("nothing was counted");
  return waiting;
}
