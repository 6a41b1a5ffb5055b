import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { sumRevenue } from "../ledger/day-totals.queries.server";

/**
 * The platform's totals (spec section 2, Admin dashboard): money as the ledger has it, in cents of BRL, what went back taken off;
 * videos are those for sale. All of it from running totals, which `ledger_violations` and `count_violations` prove.
 */
export async function sumPlatform(db: Db) {
  const of = (kind: string) => sql`coalesce(sum(number) FILTER (WHERE kind = ${kind}), 0)::bigint`;
  const { rows } = await sql<Record<"totalCreators" | "totalConsumers" | "totalVideos", number>>`
    SELECT ${of("creators")} AS "totalCreators", ${of("consumers")} AS "totalConsumers", ${of("videos")} AS "totalVideos"
    FROM running_counts`.execute(db);
  const counts = rows[0] ?? { totalCreators: 0, totalConsumers: 0, totalVideos: 0 };
  return { ...counts, ...(await sumRevenue(db)) };
}
