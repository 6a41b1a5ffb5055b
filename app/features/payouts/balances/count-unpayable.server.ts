import { decidePayoutProblem } from "~/features/payouts/payees/payee";
import type { Db } from "~/platform/db.server";
import { listMostOwed } from "./balances.queries.server";

/**
 * Returns how many of the `limit` most owed creators cannot be paid with the details of their profile.
 */
export async function countUnpayable(db: Db, limit: number): Promise<number> {
  const owed = await listMostOwed(db, limit);
  return owed.filter((details) => decidePayoutProblem(details) !== null).length;
}
