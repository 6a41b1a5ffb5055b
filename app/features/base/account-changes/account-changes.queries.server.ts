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

/** `dueAt`: when the change applies; `now` for at once. Returns its id. */
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

export async function findWaitingEmail(db: Db, userId: string) {
  return db
    .selectFrom("account_changes")
    .select(changeColumns)
    .where("user_id", "=", userId)
    .where("applied_at", "is", null)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/** At most 100; without suspended accounts. */
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

/** Not ended, oldest first. */
export async function listOpenChanges(db: Db, userId: string) {
  return db
    .selectFrom("account_changes")
    .select(changeColumns)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
}

/** Lists the former addresses of the last seven days, each with its earliest change that a link can undo. */
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
  const formerAddresses = new Map<string, { email: string; changeId: number; locale: string }>();
  for (const { id, former_email: former, email, locale } of rows) {
    const key = former?.toLowerCase();
    if (former === null || key === undefined || key === email.toLowerCase() || formerAddresses.has(key))
      continue;
    formerAddresses.set(key, { email: former, changeId: id, locale });
  }
  return [...formerAddresses.values()];
}

/** Replaces an earlier link of the same mail. Returns false if the change has ended. */
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

export async function moveUndoLinks(trx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await trx.updateTable("undo_links").set({ change_id: to }).where("change_id", "=", from).execute();
}

export async function findLinkedChange(db: Db, tokenHash: string) {
  return db
    .selectFrom("undo_links")
    .innerJoin("account_changes", "account_changes.id", "undo_links.change_id")
    .select(changeColumns)
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Locks until the transaction ends. */
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

/** In the ledger: released, later, held by a dispute, or on its way. */
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

/** Restores an e-mail, also in the profiles, and removes the password and, if asked, the link with Google. */
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

/** Deletes the links that set a new password or confirm another e-mail. */
export async function deletePendingLinks(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  await trx
    .deleteFrom("email_confirmations")
    .where("user_id", "=", userId)
    .where("replaces", "is not", null)
    .execute();
}

/** Frees the former addresses of changes that can no longer be undone. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  const before = undoableSince(now);
  await db
    .deleteFrom("account_changes")
    .where((eb) => eb.or([eb("applied_at", "<=", before), eb("ended_at", "<=", before)]))
    .execute();
}
