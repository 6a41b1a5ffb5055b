import type { Db } from "~/platform/db.server";
import { sumRevenue } from "../ledger/day-totals.queries.server";

/**
 * The platform's totals (product.md, Admin dashboard): money as the ledger has it, in cents of BRL, what went back taken off;
 * videos are those for sale. All of it from running totals, which `ledger_violations` and `count_violations` prove.
 */
export async function sumPlatform(db: Db) {
  const counts = await db
    .selectFrom("running_counts")
    .select(({ fn }) => [
      fn.sum("number").filterWhere("kind", "=", "creators").as("totalCreators"),
      fn.sum("number").filterWhere("kind", "=", "consumers").as("totalConsumers"),
      fn.sum("number").filterWhere("kind", "=", "videos").as("totalVideos"),
    ])
    .executeTakeFirstOrThrow();
  // Sums of bigint come as text, and of nothing as null.
  return {
    totalCreators: Number(counts.totalCreators),
    totalConsumers: Number(counts.totalConsumers),
    totalVideos: Number(counts.totalVideos),
    ...(await sumRevenue(db)),
  };
}
