import { sql } from "kysely";
import { dayIn, startsAt } from "~/features/base/form-fields/days.queries.server";
import { shareOf } from "~/features/money/ledger/ledger.queries.server";
import type { Account } from "~/features/money/ledger/movement-position";
import { isOfflineUnasked } from "~/features/videos/listing/offline-switch.queries.server";
import type { Day, EarningDay } from "~/i18n/days";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";

/**
 * From the ledger, in cents of BRL: earnings credited and not reversed, whether paid out or not. `shareBp`: the
 * platform's share of a sale made now, in basis points.
 */
export async function sumCreatorSales(
  db: Db,
  { creatorId, since, now }: { creatorId: string; since: Day; now: Date },
) {
  const balance = (accounts: readonly Account[]) => (qb: Pick<Db, "selectFrom">) =>
    qb
      .selectFrom("ledger_balances")
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>("balance_cents"), val(0)).as("cents"))
      .where("creator_id", "=", creatorId)
      .where("currency", "=", "BRL")
      .where("account", "in", accounts);
  const { totalSales, creatorEarningsCents, platformFeeCents, shareBp, days } = await db
    .selectNoFrom((qb) => [
      qb
        .selectFrom("sales")
        .innerJoin("videos", "videos.id", "sales.video_id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("videos.creator_id", "=", creatorId)
        .where("sales.status", "=", "completed")
        .as("totalSales"),
      balance(["creator", "in_transit", "paid_out"])(qb).as("creatorEarningsCents"),
      balance(["platform"])(qb).as("platformFeeCents"),
      sql<number>`creator_fee_bp(${creatorId}::uuid, ${now}::timestamptz)`.as("shareBp"),
      sql<
        EarningDay[]
      >`(SELECT coalesce(json_agg(earned), '[]') FROM ${earnedByDay({ creatorId, since })} AS earned)`.as(
        "days",
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    totals: {
      totalSales: totalSales ?? 0,
      // Sums of bigint are returned as text.
      creatorEarningsCents: Number(creatorEarningsCents),
      platformFeeCents: Number(platformFeeCents),
      shareBp,
    },
    days,
  };
}

export async function countOwnVideos(db: Db, creatorId: string): Promise<number> {
  const { count } = await db
    .selectFrom("videos")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where("published_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

const waitingCounted = 99;

export async function findCreatorHead(db: Db, creatorId: string) {
  return db
    .selectFrom("creator_profiles")
    .select(["full_name", "portrait_key", "handle"])
    .select(
      sql<number>`(SELECT count(*)::integer FROM (
        SELECT FROM question_posts JOIN videos ON videos.id = video_id
        WHERE question_posts.creator_id = ${creatorId} AND answers_to IS NULL AND hidden_at IS NULL AND is_open
          AND videos.deleted_at IS NULL LIMIT ${waitingCounted}) AS waiting)`.as("waiting"),
    )
    .where("user_id", "=", creatorId)
    .executeTakeFirst();
}

interface OpenDispute {
  count: number;
  amountCents: number;
  earningCents: number;
  currency: Currency;
  dueBy: string | null;
}

/** The first steps (`listFirstSteps`) count deleted videos, too. */
export async function findCreatorNeeds(db: Db, creatorId: string) {
  const { rows } = await sql<{
    video: boolean;
    portrait: boolean;
    asked: boolean;
    unconfirmed: boolean;
    dispute: OpenDispute | null;
    silent: { id: string; title: string } | null;
    offline: boolean;
  }>`
    SELECT EXISTS (SELECT FROM videos WHERE creator_id = users.id AND published_at IS NOT NULL) AS video,
      EXISTS (SELECT FROM sales JOIN videos ON videos.id = sales.video_id WHERE videos.creator_id = users.id) AS asked,
      EXISTS (SELECT FROM creator_profiles WHERE user_id = users.id AND portrait_key IS NOT NULL) AS portrait,
      users.email_verified_at IS NULL AS unconfirmed,
      (SELECT json_build_object('count', count(*) OVER (), 'amountCents', disputes.amount_cents,
          'earningCents', ${shareOf("creator")}, 'currency', sales.currency, 'dueBy', disputes.due_by)
        FROM disputes JOIN sales ON sales.id = sale_id JOIN videos ON videos.id = sales.video_id
        WHERE disputes.status = 'open' AND videos.creator_id = users.id
        ORDER BY disputes.due_by LIMIT 1) AS dispute,
      (SELECT json_build_object('id', id, 'title', title) FROM videos
        WHERE creator_id = users.id AND deleted_at IS NULL AND published_at IS NOT NULL AND suspended_at IS NULL
          AND video_type <> 'course' AND sold_alone AND price_cents > 0 AND preview_kind IS NULL
        ORDER BY created_at DESC LIMIT 1) AS silent,
      ${isOfflineUnasked(creatorId)} AS offline
    FROM users WHERE users.id = ${creatorId}`.execute(db);
  return rows[0];
}

/**
 * By day in São Paulo, oldest first, in cents of BRL. A refund reduces its own day; a disputed amount counts until
 * the dispute is lost. Uses the index `ledger_lines_earned_idx`.
 */
function earnedByDay({ creatorId, since }: { creatorId: string; since: Day }) {
  return sql<EarningDay>`(
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(amount_cents)::bigint AS cents,
      count(*) FILTER (WHERE reason = 'sale' AND amount_cents > 0) AS sales
    FROM (
      SELECT ${dayIn(sql`line.created_at`)} AS day, line.amount_cents, entry.reason
      FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
      WHERE line.creator_id = ${creatorId} AND line.currency = 'BRL'
        AND line.account IN ('creator', 'creator_held', 'in_transit', 'paid_out')
        AND line.created_at >= ${startsAt(sql`${since}::date`)}
        AND entry.reason NOT IN ('payout', 'return', 'writeOff', 'repayment')
    ) AS dated
    GROUP BY dated.day ORDER BY dated.day)`;
}
