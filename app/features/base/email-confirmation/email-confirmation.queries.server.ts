import type { Db } from "~/platform/db.server";

/** An older link of the person stops working. */
export async function replaceEmailConfirmation(
  db: Db,
  link: {
    userId: string;
    email: string;
    replaces: string | null;
    tokenHash: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const row = {
    token_hash: link.tokenHash,
    email: link.email,
    replaces: link.replaces,
    created_at: link.now,
    expires_at: link.expiresAt,
  };
  await db
    .insertInto("email_confirmations")
    .values({ user_id: link.userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/** Undefined if unknown, used, replaced or expired. */
export async function findEmailConfirmation(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ userId: string; email: string } | undefined> {
  const row = await db
    .selectFrom("email_confirmations")
    .innerJoin("users", "users.id", "email_confirmations.user_id")
    .select(["user_id", "email_confirmations.email"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .where(({ eb, fn, ref }) =>
      eb(
        "users.email",
        "=",
        fn.coalesce(ref("email_confirmations.replaces"), ref("email_confirmations.email")),
      ),
    )
    .executeTakeFirst();
  return row && { userId: row.user_id, email: row.email };
}

/** Consumes a person's own link. `replaces`: the e-mail that it replaces. Undefined for an invalid link. */
export async function consumeEmailConfirmation(
  db: Db,
  { tokenHash, userId, now }: { tokenHash: string; userId: string; now: Date },
): Promise<{ email: string; replaces: string | null } | undefined> {
  return db
    .deleteFrom("email_confirmations")
    .where("token_hash", "=", tokenHash)
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .returning(["email", "replaces"])
    .executeTakeFirst();
}

/** Returns false if the account has another e-mail by now. */
export async function markEmailConfirmed(
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

/** Undefined once it is confirmed. */
export async function findUnconfirmedEmail(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  return row?.email;
}

export async function deleteExpiredConfirmations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("email_confirmations").where("expires_at", "<=", now).execute();
}
