import type { Db } from "~/platform/db.server";
import type { Account } from "../ledger/accounts";
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
  const sums = await db
    .selectFrom("ledger_balances")
    .select(({ fn }) => ["account", fn.sum<number>("balance_cents").as("cents")])
    .where("currency", "=", "BRL")
    .groupBy("account")
    .execute();
  const balance = (...accounts: Account[]) =>
    sums.reduce((sum, { account, cents }) => sum + (accounts.includes(account) ? Number(cents) : 0), 0);
  const platformFeeCents = balance("platform");
  return {
    ...people,
    platformFeeCents,
    revenueCents: platformFeeCents + balance("creator", "in_transit", "paid_out"),
  };
}
