import type { Db } from "~/platform/db.server";

/** Stores the one live confirmation link of a person; an older one stops working. */
export async function replaceEmailConfirmation(
  db: Db,
  link: { userId: string; email: string; tokenHash: string; now: Date; expiresAt: Date },
): Promise<void> {
  const row = {
    token_hash: link.tokenHash,
    email: link.email,
    created_at: link.now,
    expires_at: link.expiresAt,
  };
  await db
    .insertInto("email_confirmations")
    .values({ user_id: link.userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/** Returns whose live link this is, and the e-mail it proves; undefined for one unknown, used, replaced or expired. */
export async function findEmailConfirmation(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ userId: string; email: string } | undefined> {
  const row = await db
    .selectFrom("email_confirmations")
    .innerJoin("users", "users.id", "email_confirmations.user_id")
    .select(["user_id", "users.email"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .whereRef("users.email", "=", "email_confirmations.email")
    .executeTakeFirst();
  return row && { userId: row.user_id, email: row.email };
}

/** Uses up a person's own link. Returns the e-mail it was sent to, or undefined for one that is not theirs or not live. */
export async function takeEmailConfirmation(
  db: Db,
  { tokenHash, userId, now }: { tokenHash: string; userId: string; now: Date },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom("email_confirmations")
    .where("token_hash", "=", tokenHash)
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .returning("email")
    .executeTakeFirst();
  return row?.email;
}

/** Records that a person's mailbox is theirs, if it is still the e-mail given. Returns whether it is. */
export async function proveEmail(
  db: Db,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable("users")
    .set(({ fn, val, ref }) => ({ email_verified_at: fn.coalesce(ref("email_verified_at"), val(now)) }))
    .where("id", "=", userId)
    .where("email", "=", email)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a person's e-mail while nobody has shown that the mailbox is theirs; undefined once it is proven. */
export async function findUnprovenEmail(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  return row?.email;
}

/** Removes links that have expired. */
export async function deleteExpiredConfirmations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("email_confirmations").where("expires_at", "<=", now).execute();
}
