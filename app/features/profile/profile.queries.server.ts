import type { Db } from "~/platform/db.server";

/** Sets the name of a person in each of their profiles. Returns false when no profile had another name. */
export async function updateFullName(
  db: Db,
  { userId, fullName }: { userId: string; fullName: string },
): Promise<boolean> {
  const creator = await db
    .updateTable("creator_profiles")
    .set({ full_name: fullName })
    .where("user_id", "=", userId)
    .where("full_name", "!=", fullName)
    .executeTakeFirst();
  const consumer = await db
    .updateTable("consumer_profiles")
    .set({ full_name: fullName })
    .where("user_id", "=", userId)
    .where("full_name", "!=", fullName)
    .executeTakeFirst();
  return creator.numUpdatedRows + consumer.numUpdatedRows > 0n;
}

export async function isEmailTaken(db: Db, email: string, exceptUserId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where(({ fn, eb }) => eb(fn("lower", ["email"]), "=", email.toLowerCase()))
    .where("id", "!=", exceptUserId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Replaces an account's e-mail by a confirmed one, in its profiles too, and deletes recovery links sent to the old one.
 * Returns false when the account has another e-mail by now, or the new one is in use.
 */
export async function replaceEmail(
  trx: Db,
  { userId, from, to, now }: { userId: string; from: string; to: string; now: Date },
): Promise<boolean> {
  if (await isEmailTaken(trx, to, userId)) return false;
  const { numUpdatedRows } = await trx
    .updateTable("users")
    .set({ email: to, email_verified_at: now })
    .where("id", "=", userId)
    .where("email", "=", from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await trx.updateTable("creator_profiles").set({ email: to }).where("user_id", "=", userId).execute();
  await trx.updateTable("consumer_profiles").set({ email: to }).where("user_id", "=", userId).execute();
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  return true;
}
