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
