import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

interface FactorsQuery {
  userId: string;
  /** Times after which each kind is recent. */
  since: { passkey: Date; secondFactor: Date };
  now: Date;
}

/** `id` and `name`: of a passkey. */
interface FoundFactor {
  kind: "passkey" | "secondFactor" | "payoutDetails";
  id: string | null;
  name: string | null;
  at: Date;
}

/** More than an account can have (`maxPasskeys`). */
const maxListed = 50;

/**
 * Lists an account's recent passkeys, newest first, its recent second factor, and its last change of payout details
 * while that is held (`isHeld`), in one statement.
 */
export async function findRecentFactors(
  db: Db,
  { userId, since, now }: FactorsQuery,
): Promise<FoundFactor[]> {
  const { rows } = await sql<FoundFactor>`
    SELECT 1 AS position, 'passkey' AS kind, id, name, created_at AS at
    FROM passkeys WHERE user_id = ${userId} AND created_at > ${since.passkey}
    UNION ALL SELECT 2, 'secondFactor', NULL, NULL, confirmed_at
    FROM second_factors WHERE user_id = ${userId} AND confirmed_at > ${since.secondFactor}
    UNION ALL SELECT 3, 'payoutDetails', NULL, NULL, changed_at
    FROM (
      SELECT changed_at, effective_at FROM payout_details_changes
      WHERE creator_id = ${userId} AND cancelled_at IS NULL ORDER BY id DESC LIMIT 1
    ) AS last WHERE effective_at > ${now}
    ORDER BY position, at DESC LIMIT ${maxListed}`.execute(db);
  return rows;
}
