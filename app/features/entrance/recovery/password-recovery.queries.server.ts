import { sql } from "kysely";
import { noDestination } from "~/features/money/payees/payee";
import type { Db } from "~/platform/db.server";

/** An older link stops working. */
export async function replacePasswordReset(
  db: Db,
  reset: { userId: string; tokenHash: string; now: Date; expiresAt: Date },
): Promise<void> {
  const row = { token_hash: reset.tokenHash, created_at: reset.now, expires_at: reset.expiresAt };
  await db
    .insertInto("password_resets")
    .values({ user_id: reset.userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/** Undefined if the link is unknown, used, replaced or expired. */
export async function findPasswordReset(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["user_id", "email_verified_at"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Returns the owner's id; undefined if the link is unknown, used, replaced or expired. */
export async function consumePasswordReset(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom("password_resets")
    .where("token_hash", "=", tokenHash)
    .returning(["user_id", "expires_at"])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.user_id : undefined;
}

/** Another person may have registered the account beforehand. Must run before the e-mail is marked as confirmed. */
export async function deleteUnconfirmedFactors(trx: Db, userId: string): Promise<void> {
  for (const table of ["passkeys", "second_factors"] as const)
    await trx
      .deleteFrom(table)
      .using("users")
      .whereRef("users.id", "=", `${table}.user_id`)
      .where("users.id", "=", userId)
      .where("users.email_verified_at", "is", null)
      .execute();
}

/**
 * As `deleteUnconfirmedFactors`. Changes of the details are deleted, too: while one is held, payouts go to the former
 * details. Returns whether there were any.
 */
export async function deleteUnconfirmedPayoutDetails(db: Db, userId: string): Promise<boolean> {
  await db
    .deleteFrom("payout_details_changes")
    .using("users")
    .whereRef("users.id", "=", "payout_details_changes.creator_id")
    .where("users.id", "=", userId)
    .where("users.email_verified_at", "is", null)
    .execute();
  const { numUpdatedRows } = await db
    .updateTable("creator_profiles")
    .from("users")
    .set({
      ...noDestination,
    })
    .whereRef("users.id", "=", "creator_profiles.user_id")
    .where("users.id", "=", userId)
    .where("users.email_verified_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Also confirms the e-mail, and returns it. */
export async function setRecoveredPassword(
  db: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<string> {
  const { email } = await db
    .updateTable("users")
    .set({ password_hash: passwordHash, email_verified_at: now })
    .where("id", "=", userId)
    .returning("email")
    .executeTakeFirstOrThrow();
  return email;
}

interface FactorsQuery {
  userId: string;
  /** Times after which a factor is recent. */
  since: { passkey: Date; secondFactor: Date };
  now: Date;
}

interface FoundFactor {
  kind: "passkey" | "secondFactor" | "payoutDetails";
  id: string | null;
  name: string | null;
  at: Date;
}

/** More than an account can have (`maxPasskeys`). */
const maxListed = 50;

/** Lists recent passkeys, a recent second factor, and held payout details, in one statement. */
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
