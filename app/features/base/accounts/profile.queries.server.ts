import { isRefusedAddress } from "~/features/base/mail/mails.queries.server";
import type { Db } from "~/platform/db.server";
import { termsVersion } from "./law-pages";

/** In each profile. Returns false if no profile had another name. */
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

/** In use by another account, or replaced so recently that the change can still be undone. */
export async function isEmailTaken(db: Db, email: string, exceptUserId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where(({ fn, eb }) => eb(fn("lower", ["email"]), "=", email.toLowerCase()))
    .where("id", "!=", exceptUserId)
    .executeTakeFirst();
  return row !== undefined || (await isFormerEmail(db, email, exceptUserId));
}

/** Recently replaced by another account. The trigger `users_refuse_former_email_insert` holds concurrent requests. */
export async function isFormerEmail(db: Db, email: string, exceptUserId?: string): Promise<boolean> {
  const query = changesFrom(db, email);
  const others = exceptUserId ? query.where("user_id", "!=", exceptUserId) : query;
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}

export function changesFrom(db: Pick<Db, "selectFrom">, email: string) {
  return db
    .selectFrom("account_changes")
    .select("account_changes.id")
    .where(({ fn, eb }) => eb(fn("lower", ["former_email"]), "=", email.toLowerCase()))
    .where("applied_at", "is not", null)
    .where("ended_at", "is", null);
}

/** Also in the profiles; deletes recovery links. Returns false if the e-mail has changed since, or the new one is in use. */
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

/** The first time counts. */
export async function acceptTerms(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto("terms_acceptances")
    .values({ user_id: userId, version: termsVersion, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findAccountPage(db: Db, { userId, now }: { userId: string; now: Date }) {
  return db
    .selectFrom("users")
    .leftJoin("account_erasures", "account_erasures.user_id", "users.id")
    .select(({ eb }) => [
      "email",
      "account_erasures.due_at as erased_on",
      eb("password_hash", "is not", null).as("has_password"),
      eb("google_sub", "is not", null).as("has_google"),
      eb("email_verified_at", "is not", null).as("email_verified"),
      isRefusedAddress(now).as("mail_refused"),
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
}
