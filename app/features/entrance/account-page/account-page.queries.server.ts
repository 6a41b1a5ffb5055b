import { isRefusedAddress } from "~/features/base/mail/mails.queries.server";
import type { Db } from "~/platform/db.server";

/** Returns what the account page shows of a person's own account, in one statement. */
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
