import type { Db } from "~/platform/db.server";
import { sumRevenue } from "../ledger/day-totals.queries.server";
import { inShop } from "../videos/in-shop.queries.server";

/** The platform's totals (spec section 2, Admin dashboard): money as the ledger has it, in cents of BRL, what went back taken off. */
export async function sumPlatform(db: Db) {
  const people = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("creator_profiles")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .as("totalCreators"),
      selectFrom("consumer_profiles")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .as("totalConsumers"),
      selectFrom("videos")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .where(inShop)
        .as("totalVideos"),
    ])
    .executeTakeFirstOrThrow();
  return { ...people, ...(await sumRevenue(db)) };
}
