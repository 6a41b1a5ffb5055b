import { parsePurchaseNumber } from "~/features/money/ledger/purchase-number";
import type { Db } from "~/platform/db.server";

/** Returns the id of the sale with a purchase number as a person types it; undefined without one. */
export async function findNamedSale(db: Db, typed: string): Promise<string | undefined> {
  const number = parsePurchaseNumber(typed);
  if (!number) return undefined;
  const sale = await db
    .selectFrom("sales")
    .select("id")
    .where("purchase_number", "=", number)
    .executeTakeFirst();
  return sale?.id;
}
