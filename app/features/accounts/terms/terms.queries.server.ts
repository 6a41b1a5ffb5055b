import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { termsVersion } from "./terms-version";

/** Records that a person accepts the current terms. The first time counts. */
export async function acceptTerms(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto("terms_acceptances")
    .values({ user_id: userId, version: termsVersion, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether a person accepted the current terms, only former ones, or none. */
export async function findAcceptance(db: Db, userId: string): Promise<"current" | "former" | "none"> {
  const row = await db
    .selectFrom("terms_acceptances")
    .select("version")
    .where("user_id", "=", userId)
    .orderBy(sql`version = ${termsVersion}`, "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return "none";
  return row.version === termsVersion ? "current" : "former";
}
