import { revenue } from "~/features/ledger/ledger/day-totals.queries.server";
import type { Db } from "~/platform/db.server";

/**
 * The platform's totals (product.md, Admin dashboard): cents of BRL from the ledger, after refunds; videos on sale.
 * Read from running totals, which `ledger_violations` and `count_violations` verify.
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
  // Sums of bigint are returned as text, and as null without rows.
  return {
    ...sums,
    totalCreators: Number(totalCreators),
    totalConsumers: Number(totalConsumers),
    totalVideos: Number(totalVideos),
  };
}
