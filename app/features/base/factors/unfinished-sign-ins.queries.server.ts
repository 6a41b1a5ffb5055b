import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

export type SignInEntrance = "consumer" | "creator" | "admin";

export interface UnfinishedSignIn {
  userId: string;
  email: string;
  entrance: SignInEntrance;
  /** Empty for the entrance's own page. */
  target: string;
  shownPriceCents: number | null;
}

/** Returns false if the password was changed while it was being checked. */
export async function insertUnfinishedSignIn(
  db: Db,
  row: {
    idHash: string;
    userId: string;
    passwordHash?: string | undefined;
    entrance: SignInEntrance;
    target: string;
    shownPriceCents: number | null;
    expiresAt: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("unfinished_sign_ins")
    .columns(["user_id", "id_hash", "entrance", "target", "shown_price_cents", "expires_at"])
    .expression((from) => {
      const account = from
        .selectFrom("users")
        .select([
          "users.id",
          sql<string>`${row.idHash}::text`.as("id_hash"),
          sql<string>`${row.entrance}::text`.as("entrance"),
          sql<string>`${row.target}::text`.as("target"),
          sql<number | null>`${row.shownPriceCents}::integer`.as("shown_price_cents"),
          sql<Date>`${row.expiresAt}::timestamptz`.as("expires_at"),
        ])
        .where("users.id", "=", row.userId)
        .forShare();
      return row.passwordHash === undefined
        ? account
        : account.where("users.password_hash", "=", row.passwordHash);
    })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findUnfinishedSignIn(
  db: Db,
  idHash: string,
  now: Date,
): Promise<UnfinishedSignIn | undefined> {
  const row = await db
    .selectFrom("unfinished_sign_ins")
    .innerJoin("users", "users.id", "unfinished_sign_ins.user_id")
    .select(["users.id", "users.email", "entrance", "target", "shown_price_cents"])
    .where("id_hash", "=", idHash)
    .where("unfinished_sign_ins.expires_at", ">", now)
    .where("users.suspended_at", "is", null)
    .executeTakeFirst();
  return (
    row && {
      userId: row.id,
      email: row.email,
      entrance: row.entrance as SignInEntrance,
      target: row.target,
      shownPriceCents: row.shown_price_cents,
    }
  );
}

/** Returns false if it was ended or finished before. */
export async function deleteUnfinishedSignIn(db: Db, idHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("unfinished_sign_ins")
    .where("id_hash", "=", idHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteExpiredUnfinishedSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("unfinished_sign_ins").where("expires_at", "<=", now).execute();
}
