import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { Db } from "~/platform/db.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { insertReport } from "./moderation.queries.server";
import type { ReviewForm } from "./review-form";
import {
  deleteOwnReview,
  findOwnReview,
  findReviewedVideo,
  lockReviewing,
  lockShownReview,
  mayReview,
  nameReview,
  setReply,
  upsertReview,
} from "./reviews.queries.server";

/** Finds a video that is for sale, or that the viewer bought or created. */
export async function findVideoForReviews(
  db: Db,
  viewer: { userId: string } | undefined,
  rawId: string | undefined,
) {
  const videoId = parseId(rawId);
  const video = videoId && (await findReviewedVideo(db, videoId));
  const seen =
    video &&
    (video.for_sale ||
      video.creator_id === viewer?.userId ||
      (viewer && (await mayReview(db, { videoId, userId: viewer.userId }))));
  return seen ? video : undefined;
}

/** Replaces the former reply, with an audit entry. Returns false if there is no such review. */
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

type Reported = "reported" | "already" | "notFound";

/** Reports a review once for each person, and in the audit log. Nobody reports their own. */
export async function reportReview(
  { db, clock }: Pick<Services, "db" | "clock">,
  { videoId, reviewId, reason, by }: { videoId: string; reviewId: string; reason: string; by: Actor },
): Promise<Reported> {
  return db.transaction().execute(async (trx) => {
    const review = await lockShownReview(trx, { videoId, reviewId });
    if (!review || review.author_id === by.userId) return "notFound";
    const report = { id: reviewId, reporterId: by.userId, reason, now: clock() };
    if (!(await insertReport(trx, "reviews", report))) return "already";
    const target = await nameReview(trx, reviewId);
    await insertAuditEntry(trx, by, { action: "reviewReported", target, reason });
    return "reported";
  });
}

type Needs = Pick<Services, "db" | "clock">;

/**
 * Writes a buyer's review in place of the former one. It holds the lock of settling: a concurrent refund comes before
 * it, and there is no access, or after it, and hides the review. The audit log has the rating before and after.
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

/** Returns false if there is no review, as for a form sent twice. */
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
