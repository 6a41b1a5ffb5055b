import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Services } from "~/platform/services";
import { insertReport, lockShownReview, nameReview } from "./reviews.queries.server";

export type Reported = "reported" | "already" | "notFound";

/**
 * Reports a review to the administrators, once for each person, with its entry in the audit log. Nobody reports their
 * own.
 */
export async function reportReview(
  { db, clock }: Pick<Services, "db" | "clock">,
  { videoId, reviewId, reason, by }: { videoId: string; reviewId: string; reason: string; by: Actor },
): Promise<Reported> {
  return db.transaction().execute(async (trx) => {
    const review = await lockShownReview(trx, { videoId, reviewId });
    if (!review || review.author_id === by.userId) return "notFound";
    const report = { reviewId, reporterId: by.userId, reason, now: clock() };
    if (!(await insertReport(trx, report))) return "already";
    const target = await nameReview(trx, reviewId);
    await insertAuditEntry(trx, by, { action: "reviewReported", target, reason });
    return "reported";
  });
}
