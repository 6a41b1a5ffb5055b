import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Services } from "~/platform/services";
import { nameReview, setReply } from "./reviews.queries.server";

/**
 * Writes a creator's reply to a review of their own video, in place of the one before, with its entry in the audit log.
 * Returns false if there is no such review.
 */
export async function replyToReview(
  { db, clock }: Pick<Services, "db" | "clock">,
  { by, ...reply }: { videoId: string; reviewId: string; text: string; by: Actor },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await setReply(trx, { ...reply, creatorId: by.userId, now: clock() }))) return false;
    await insertAuditEntry(trx, by, {
      action: "reviewReplied",
      target: await nameReview(trx, reply.reviewId),
    });
    return true;
  });
}
