import type { Database } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { LoggedErasure } from "./erased-lines";
import { findErasedAt, replaceErasure } from "./erasures.queries.server";

/**
 * Queues the erasure of an account that was erased before, and that a backup brought back. It is due at once; what
 * holds an erasure back holds this one too. Returns what it found: `unknown` is an account younger than the backup.
 */
export async function repeatErasure(
  db: Database,
  { userId, keepReviews, now }: LoggedErasure & { now: Date },
): Promise<"queued" | "erased" | "unknown"> {
  return db.transaction().execute(async (trx) => {
    const account = await findErasedAt(trx, userId);
    if (!account) return "unknown";
    if (account.erased_at) return "erased";
    await replaceErasure(trx, { userId, keepReviews, dueAt: now });
    await addJob(trx, "erase-account", { userId }, { key: `erase:${userId}` });
    return "queued";
  });
}
