import type { Db } from "~/platform/db.server";
import { undoableSince } from "./undo-rules";

const changeColumns = [
  "account_changes.id",
  "account_changes.user_id",
  "account_changes.kind",
  "passkey_id",
  "former_email",
  "new_email",
  "had_google",
  "changed_at",
  "due_at",
  "applied_at",
  "ended_at",
] as const;

/** Stores a passkey that was added, or a second factor that was turned on. Returns the change's id. */
export async function insertFactorChange(
  trx: Db,
  change: { userId: string; now: Date } & ({ kind: "secondFactor" } | { kind: "passkey"; passkeyId: string }),
): Promise<number> {
  const { userId, kind, now } = change;
  const { id } = await trx
    .insertInto("account_changes")
    .values({
      user_id: userId,
      kind,
      passkey_id: change.kind === "passkey" ? change.passkeyId : null,
      changed_at: now,
      due_at: now,
      applied_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores a change of e-mail that applies at `dueAt`: at once where that is `now`. Returns its id. */
export async function insertEmailChange(
  trx: Db,
  change: { userId: string; from: string; to: string; hadGoogle: boolean; now: Date; dueAt: Date },
): Promise<number> {
  const { userId, from, to, hadGoogle, now, dueAt } = change;
  const { id } = await trx
    .insertInto("account_changes")
    .values({
      user_id: userId,
      kind: "email",
      former_email: from,
      new_email: to,
      had_google: hadGoogle,
      changed_at: now,
      due_at: dueAt,
      applied_at: dueAt > now ? null : now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the change of e-mail that waits, if any. */
export async function findWaitingEmail(db: Db, userId: string) {
  return db
    .selectFrom("account_changes")
    .select(changeColumns)
    .where("user_id", "=", userId)
    .where("applied_at", "is", null)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/** Lists accounts whose change of e-mail is due, at most 100; not those of suspended people. */
export async function listDueEmails(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("account_changes")
    .innerJoin("users", "users.id", "account_changes.user_id")
    .select("account_changes.user_id")
    .where("applied_at", "is", null)
    .where("ended_at", "is", null)
    .where("due_at", "<=", now)
    .where("users.suspended_at", "is", null)
    .orderBy("due_at")
    .limit(100)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function markEmailApplied(
  trx: Db,
  { id, hadGoogle, now }: { id: number; hadGoogle: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable("account_changes")
    .set({ applied_at: now, had_google: hadGoogle })
    .where("id", "=", id)
    .execute();
}

/** Ends changes, so that no link undoes them any more. */
export async function endChanges(trx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("account_changes")
    .set({ ended_at: now })
    .where("id", "in", ids)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends the changes that added these passkeys, and the second factor if asked. */
export async function endFactorChanges(
  trx: Db,
  { userId, passkeyIds, secondFactor, now }: FactorsEnded,
): Promise<void> {
  await trx
    .updateTable("account_changes")
    .set({ ended_at: now })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where((eb) =>
      eb.or([
        ...(secondFactor ? [eb("kind", "=", "secondFactor")] : []),
        ...(passkeyIds.length > 0 ? [eb("passkey_id", "in", passkeyIds)] : []),
        eb.lit(false),
      ]),
    )
    .execute();
}

interface FactorsEnded {
  userId: string;
  passkeyIds: readonly string[];
  secondFactor: boolean;
  now: Date;
}

/** Lists an account's changes that have not ended, oldest first. */
export async function listOpenChanges(db: Db, userId: string) {
  return db
    .selectFrom("account_changes")
    .select(changeColumns)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
}

/**
 * Lists the addresses that an account had in the last seven days, other than its present one, each with its earliest
 * change that a link can undo; and the language of its mails.
 */
export async function listFormerAddresses(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ email: string; changeId: number; locale: string }[]> {
  const rows = await db
    .selectFrom("account_changes")
    .innerJoin("users", "users.id", "account_changes.user_id")
    .select(["account_changes.id", "former_email", "users.email", "users.locale"])
    .where("user_id", "=", userId)
    .where("kind", "=", "email")
    .where("applied_at", ">", undoableSince(now))
    .where("ended_at", "is", null)
    .orderBy("account_changes.id")
    .execute();
  const found = new Map<string, { email: string; changeId: number; locale: string }>();
  for (const { id, former_email: former, email, locale } of rows) {
    const key = former?.toLowerCase();
    if (former === null || key === undefined || key === email.toLowerCase() || found.has(key)) continue;
    found.set(key, { email: former, changeId: id, locale });
  }
  return [...found.values()];
}

/**
 * Stores the link of a mail that is being written, in place of an earlier one of the same mail. Returns false when the
 * change has ended.
 */
export async function replaceUndoLink(
  db: Db,
  { mailId, changeId, tokenHash }: { mailId: string; changeId: number; tokenHash: string },
): Promise<boolean> {
  const change = await db
    .selectFrom("account_changes")
    .select("user_id")
    .where("id", "=", changeId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (!change) return false;
  const row = { change_id: changeId, token_hash: tokenHash, user_id: change.user_id };
  await db
    .insertInto("undo_links")
    .values({ mail_id: mailId, ...row })
    .onConflict((conflict) => conflict.column("mail_id").doUpdateSet(row))
    .execute();
  return true;
}

/** Lets the links of a change that another one replaced undo that one. */
export async function moveUndoLinks(trx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await trx.updateTable("undo_links").set({ change_id: to }).where("change_id", "=", from).execute();
}

/** Returns the change that a mailed link undoes; undefined for an unknown link. */
export async function findLinkedChange(db: Db, tokenHash: string) {
  return db
    .selectFrom("undo_links")
    .innerJoin("account_changes", "account_changes.id", "undo_links.change_id")
    .select(changeColumns)
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Locks an account until the transaction ends. Returns its present e-mail and whether it is linked with Google. */
export async function lockAccount(trx: Db, userId: string) {
  // A profile first, as an erasure and a change of payout details do.
  await trx
    .selectFrom("creator_profiles")
    .select("id")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return trx
    .selectFrom("users")
    .select(["email", "google_sub", "locale", "email_verified_at"])
    .where("id", "=", userId)
    .where("erased_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns whether a creator is owed money in the ledger: released, later, held by a dispute, or on its way. */
export async function hasBalance(db: Db, creatorId: string): Promise<boolean> {
  const row = await db
    .selectFrom("ledger_balances")
    .select("creator_id")
    .where("creator_id", "=", creatorId)
    .where("account", "in", ["creator", "creator_held", "in_transit"])
    .where("balance_cents", ">", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Puts an account back to an e-mail, in its profiles too, and removes the password and, if asked, the link with Google.
 */
export async function restoreAccount(
  trx: Db,
  { userId, email, dropGoogle, now }: { userId: string; email?: string; dropGoogle: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      password_hash: null,
      ...(email !== undefined && { email, email_verified_at: now }),
      ...(dropGoogle && { google_sub: null, google_name: null }),
    })
    .where("id", "=", userId)
    .execute();
  if (email !== undefined) {
    await trx.updateTable("creator_profiles").set({ email }).where("user_id", "=", userId).execute();
    await trx.updateTable("consumer_profiles").set({ email }).where("user_id", "=", userId).execute();
  }
}

/** Deletes the links that were mailed for a new password, and those that confirm another e-mail. */
export async function deletePendingLinks(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  await trx
    .deleteFrom("email_confirmations")
    .where("user_id", "=", userId)
    .where("replaces", "is not", null)
    .execute();
}

/** Deletes changes that can no longer be undone, which frees the former addresses for others. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  const before = undoableSince(now);
  await db
    .deleteFrom("account_changes")
    .where((eb) => eb.or([eb("applied_at", "<=", before), eb("ended_at", "<=", before)]))
    .execute();
}
