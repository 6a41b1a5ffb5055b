import type { Db } from "~/platform/db.server";
import { sendLater } from "~/platform/statements/send-later.server";
import { termsVersion } from "./terms-version";

/** Records that a person accepts the current terms. The first time counts. */
export async function acceptTerms(db: Db, userId: string, now: Date): Promise<void> {
  const inserting = db
    .insertInto("terms_acceptances")
    .values({ user_id: userId, version: termsVersion, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing());
  await sendLater(db, inserting);
}
