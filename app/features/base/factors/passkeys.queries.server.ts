import type { Db } from "~/platform/db.server";
import { maxPasskeys } from "./passkey-limits";

/** `signIn`: not yet assigned to a person. */
export const passkeyPurposes = ["add", "signIn", "secondFactor", "proof"] as const;

export type PasskeyPurpose = (typeof passkeyPurposes)[number];

export async function listPasskeys(db: Db, userId: string) {
  return db
    .selectFrom("passkeys")
    .select(["id", "name", "transports", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .limit(maxPasskeys)
    .execute();
}

export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const passkey = await db
    .selectFrom("passkeys")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}

/** Undefined for an unknown passkey and for an erased account. */
export async function findPasskey(db: Db, id: string) {
  return db
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .select(["passkeys.user_id", "users.email", "users.suspended_at", "public_key", "counter", "transports"])
    .where("passkeys.id", "=", id)
    .where("users.erased_at", "is", null)
    .executeTakeFirst();
}

/** Returns false if it is known, or the account has the maximum. */
export async function insertPasskey(
  trx: Db,
  passkey: {
    id: string;
    userId: string;
    publicKey: Buffer;
    counter: number;
    transports: string[];
    name: string;
    now: Date;
  },
): Promise<boolean> {
  const { id, userId, publicKey, counter, transports, name, now } = passkey;
  await trx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
  if ((await listPasskeys(trx, userId)).length >= maxPasskeys) return false;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("passkeys")
    .values({ id, user_id: userId, public_key: publicKey, counter, transports, name, created_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if the counter is no longer `from`: the answer was repeated, or a copy of the passkey was used. */
export async function recordPasskeyUse(
  db: Db,
  { id, from, to, now }: { id: string; from: number; to: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ counter: to, last_used_at: now })
    .where("id", "=", id)
    .where("counter", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function renamePasskey(
  db: Db,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns its name; undefined for another person's. */
export async function deletePasskey(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<string | undefined> {
  const removed = await db
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();
  return removed?.name;
}

export async function insertChallenge(
  db: Db,
  row: {
    challenge: string;
    purpose: PasskeyPurpose;
    userId: string | null;
    browserHash: string;
    expiresAt: Date;
  },
): Promise<void> {
  const { challenge, purpose, userId, browserHash, expiresAt } = row;
  await db
    .insertInto("passkey_challenges")
    .values({ challenge, purpose, user_id: userId, browser_hash: browserHash, expires_at: expiresAt })
    .execute();
}

/** Returns false if unknown, used or expired, or for another purpose, person or browser. */
export async function spendChallenge(
  db: Db,
  use: { challenge: string; purpose: PasskeyPurpose; userId: string | null; browser: string; now: Date },
): Promise<boolean> {
  const { challenge, purpose, userId, browser, now } = use;
  const { numDeletedRows } = await db
    .deleteFrom("passkey_challenges")
    .where("challenge", "=", challenge)
    .where("purpose", "=", purpose)
    .where("user_id", "is not distinct from", userId)
    .where("browser_hash", "=", browser)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
}
