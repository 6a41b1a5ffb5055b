import type { Db } from "~/platform/db.server";

/** `confirmed_at`: null while it is being set up. */
export async function findSecondFactor(db: Db, userId: string) {
  return db
    .selectFrom("second_factors")
    .select(["secret", "created_at", "confirmed_at", "last_step"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const factor = await findSecondFactor(db, userId);
  return factor !== undefined && factor.confirmed_at !== null;
}

/** Replaces an earlier secret. Returns false if a second factor is on. */
export async function storePendingSecret(
  db: Db,
  { userId, secret, now }: { userId: string; secret: Buffer; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("second_factors")
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret, created_at: now })
        .where("second_factors.confirmed_at", "is", null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if it is on, or its secret was replaced. */
export async function confirmSecondFactor(
  db: Db,
  { userId, secret, step, now }: { userId: string; secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factors")
    .set({ confirmed_at: now, last_step: step })
    .where("user_id", "=", userId)
    .where("secret", "=", secret)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses up a time step and all before it. Returns false if it was used: no code is valid twice. */
export async function takeStepOnce(
  db: Db,
  { userId, step }: { userId: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** With its recovery codes. Returns whether it was on. */
export async function deleteSecondFactor(db: Db, userId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return removed !== undefined && removed.confirmed_at !== null;
}

export async function insertRecoveryCodes(
  db: Db,
  { userId, digests }: { userId: string; digests: readonly string[] },
): Promise<void> {
  await db
    .insertInto("recovery_codes")
    .values(digests.map((code_digest) => ({ user_id: userId, code_digest })))
    .execute();
}

/** Returns false if unknown or used. */
export async function spendRecoveryCode(
  db: Db,
  { userId, digests }: { userId: string; digests: readonly string[] },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_digest", "in", digests)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findRemoval(db: Db, userId: string) {
  return db
    .selectFrom("second_factor_removals")
    .select(["asked_at", "proved_at", "allowed_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Replaces an unproved request. Returns false if one is proved. */
export async function storeRemoval(db: Db, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("second_factor_removals")
    .values({ user_id: userId, asked_at: now })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ asked_at: now, token_hash: null })
        .where("second_factor_removals.proved_at", "is", null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false without a request. */
export async function setRemovalToken(
  db: Db,
  { userId, tokenHash }: { userId: string; tokenHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factor_removals")
    .set({ token_hash: tokenHash })
    .where("user_id", "=", userId)
    .where("proved_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findRemovalByToken(db: Db, tokenHash: string) {
  return db
    .selectFrom("second_factor_removals")
    .select(["user_id", "asked_at", "proved_at", "allowed_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Returns false if the link was pressed or has expired. */
export async function proveRemoval(
  db: Db,
  { userId, askedAfter, now }: { userId: string; askedAfter: Date; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factor_removals")
    .set({ proved_at: now })
    .where("user_id", "=", userId)
    .where("proved_at", "is", null)
    .where("asked_at", ">", askedAfter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false without a proved request, or if it was allowed before. */
export async function setRemovalAllowed(
  db: Db,
  { userId, by, now }: { userId: string; by: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factor_removals")
    .set({ allowed_at: now, allowed_by: by })
    .where("user_id", "=", userId)
    .where("proved_at", "is not", null)
    .where("allowed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns whether there was one. */
export async function deleteRemoval(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("second_factor_removals")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Allowed, and proved before `provedBefore`. */
export async function listDueRemovals(
  db: Db,
  { provedBefore, limit = 100 }: { provedBefore: Date; limit?: number },
) {
  const rows = await db
    .selectFrom("second_factor_removals")
    .select("user_id")
    .where("allowed_at", "is not", null)
    .where("proved_at", "<=", provedBefore)
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Returns false if the request was revoked meanwhile. */
export async function deleteDueSecondFactor(
  trx: Db,
  { userId, provedBefore }: { userId: string; provedBefore: Date },
): Promise<boolean> {
  const due = await trx
    .selectFrom("second_factor_removals")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("allowed_at", "is not", null)
    .where("proved_at", "<=", provedBefore)
    .forUpdate()
    .executeTakeFirst();
  if (!due) return false;
  await trx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  return true;
}

/** Deletes requests that were not proved, or not allowed, in time. */
export async function deleteOldRemovals(
  db: Db,
  { askedBefore, provedBefore }: { askedBefore: Date; provedBefore: Date },
): Promise<void> {
  await db
    .deleteFrom("second_factor_removals")
    .where((eb) =>
      eb.or([
        eb.and([eb("proved_at", "is", null), eb("asked_at", "<=", askedBefore)]),
        eb.and([eb("allowed_at", "is", null), eb("proved_at", "<=", provedBefore)]),
      ]),
    )
    .execute();
}
