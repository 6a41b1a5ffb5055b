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
