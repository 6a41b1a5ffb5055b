import { sql } from "kysely";
import type { Day, EarningDay } from "~/features/base/money/days";
import type { Account } from "~/features/money/ledger/movement-position";
import type { Db } from "~/platform/db.server";
import { earnedByDay } from "./earnings-by-day.queries.server";

/**
 * Sums up a creator's sales, from the ledger in cents of BRL. `totals`: completed sales; earnings credited and not
 * reversed, whether paid out or not; the platform's share of a sale made now, in basis points. `days`: `earnedByDay`
 * since a day.
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

/** Counts the videos that a creator has in the shop. */
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
