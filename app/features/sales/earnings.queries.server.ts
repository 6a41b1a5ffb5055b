import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { Day, EarningDay } from "./earning-days";

/**
 * Sums a creator's completed sales by the day they were paid, in São Paulo, from a day on. Days without any are left
 * out. One grouped query over an index that holds all it needs (`sales_earned_idx`).
 */
export async function sumEarningsByDay(
  db: Db,
  { creatorId, since }: { creatorId: string; since: Day },
): Promise<EarningDay[]> {
  const day = sql`(sales.completed_at AT TIME ZONE 'America/Sao_Paulo')::date`;
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(({ fn }) => [
      sql<Day>`to_char(${day}, 'YYYY-MM-DD')`.as("day"),
      fn.sum<number>("sales.creator_earnings_cents").as("cents"),
      fn.countAll<number>().as("sales"),
    ])
    .where("videos.creator_id", "=", creatorId)
    .where("sales.status", "=", "completed")
    .where("sales.completed_at", ">=", sql<Date>`${since}::timestamp AT TIME ZONE 'America/Sao_Paulo'`)
    .groupBy(day)
    .orderBy(day)
    .execute();
}
