import type { Db } from "~/platform/db.server";
import { listMostOwed } from "./balances.queries.server";
import { decidePayoutProblem } from "./payee";

/**
 * Counts the creators who are owed enough for a payout and cannot be paid with what their profile says, among the `limit`
 * who are owed most.
 */
export async function countUnpayable(db: Db, limit: number): Promise<number> {
  const owed = await listMostOwed(db, limit);
  return owed.filter((details) => decidePayoutProblem(details) !== null).length;
}
