import { sumAdjustments, sumRevenue } from "~/features/ledger/ledger/day-totals.queries.server";
import type { Db } from "~/platform/db.server";

/**
 * The platform's totals (product.md, Admin dashboard): cents of BRL from the ledger, after refunds; videos on sale.
 * Read from running totals, which `ledger_violations` and `count_violations` verify.
 */
export async function sumPlatform(db: Db) {
  const [counts, revenue, adjustedCents] = await Promise.all([
    db
      .selectFrom("running_counts")
      .select(({ fn }) => [
        fn.sum("number").filterWhere("kind", "=", "creators").as("totalCreators"),
        fn.sum("number").filterWhere("kind", "=", "consumers").as("totalConsumers"),
        fn.sum("number").filterWhere("kind", "=", "videos").as("totalVideos"),
      ])
      .executeTakeFirstOrThrow(),
    sumRevenue(db),
    sumAdjustments(db),
  ]);
  // Sums of bigint are returned as text, and as null without rows.
  return {
    totalCreators: Number(counts.totalCreators),
    totalConsumers: Number(counts.totalConsumers),
    totalVideos: Number(counts.totalVideos),
    ...revenue,
    adjustedCents,
  };
}
