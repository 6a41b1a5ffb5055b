import type { Db } from "~/platform/db.server";
import { minimumPayoutNow } from "./minimum-payout.queries.server";

/** `sealed`: encrypted by the secret box. */
export async function updateTaxId(db: Db, userId: string, sealed: Buffer): Promise<void> {
  await db
    .updateTable("creator_profiles")
    .set({ tax_id: sealed })
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Returns the encrypted number; undefined where the creator gave none. */
export async function findTaxId(db: Db, userId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("creator_profiles")
    .select("tax_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.tax_id ?? undefined;
}

/** Counts the creators who are owed enough for a payout and gave no CPF or CNPJ; at most `limit`. */
export async function countOwedWithoutTaxId(db: Db, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom("ledger_balances")
        .innerJoin("creator_profiles", "creator_profiles.user_id", "ledger_balances.creator_id")
        .select("ledger_balances.creator_id")
        .where("account", "=", "creator")
        .where("ledger_balances.currency", "=", "BRL")
        .where("balance_cents", ">=", minimumPayoutNow)
        .where("tax_id", "is", null)
        .limit(limit)
        .as("owed"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
