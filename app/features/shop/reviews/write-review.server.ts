import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { postMail } from "~/features/mail/outbox/post-mail.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { ReviewForm } from "./review-form";
import {
  deleteOwnReview,
  findOwnReview,
  lockReviewing,
  nameReview,
  upsertReview,
} from "./reviews.queries.server";

type Needs = Pick<Services, "db" | "clock">;

/**
 * Writes someone's review of a video they bought, in place of the one before. Under the lock that settling takes, so
 * that a refund of the same moment is either before it, and there is no access, or after it, and hides it.
 * A change is in the audit log, with the rating before and after.
 */
export async function saveReview(
  { db, clock }: Needs,
  { videoId, form, by }: { videoId: string; form: ReviewForm; by: Actor },
): Promise<{ ok: true; edited: boolean } | { ok: false; error: "noAccess" }> {
  return db.transaction().execute(async (trx) => {
    await lockReviewing(trx, { videoId, userId: by.userId });
    const written = await upsertReview(trx, { videoId, userId: by.userId, ...form, now: clock() });
    if (!written) return { ok: false, error: "noAccess" } as const;
    const edited = written.ratingBefore !== undefined;
    if (edited) {
      await insertAuditEntry(trx, by, {
        action: "reviewEdited",
        target: await nameReview(trx, written.id),
        before: { rating: written.ratingBefore },
        after: { rating: form.rating },
      });
    } else {
      await postMail(trx, {
        kind: "review",
        key: `review:${written.id}`,
        to: { userId: written.creatorId },
        facts: { reviewId: written.id },
      });
    }
    return { ok: true, edited } as const;
  });
}

/** Deletes someone's own review of a video. Returns false if there is none: a form sent twice. */
export async function deleteReview(
  { db, clock }: Needs,
  { videoId, by }: { videoId: string; by: Actor },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockReviewing(trx, { videoId, userId: by.userId });
    const target = await nameOwn(trx, { videoId, userId: by.userId });
    const gone = await deleteOwnReview(trx, { videoId, userId: by.userId, now: clock() });
    if (!gone || !target) return false;
    await insertAuditEntry(trx, by, { action: "reviewDeleted", target, before: { rating: gone.rating } });
    return true;
  });
}

async function nameOwn(trx: Db, own: { videoId: string; userId: string }) {
  const review = await findOwnReview(trx, own);
  return review && nameReview(trx, review.id);
}
