import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { formatDateTime } from "~/features/base/form-fields/dates";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import {
  closeReports,
  findReviewPair,
  listModerated,
  listReportReasons,
  lockReview,
  type ModerationList,
  setHidden,
} from "./moderation.queries.server";
import type { ModerationStep } from "./moderation-form";
import type { ModeratedText } from "./moderation-item";
import { lockReviewing, nameReview } from "./reviews.queries.server";

/** Shows one page of the reviews that are to be decided, or that are hidden. */
export async function showModerated(
  db: Db,
  asked: { list: ModerationList; after?: Cursor },
): Promise<{ reviews: ModeratedText[]; next: string | undefined }> {
  const { rows, next } = await listModerated(db, asked);
  const reports = await listReportReasons(
    db,
    rows.map(({ id }) => id),
  );
  return {
    next,
    reviews: rows.map((row) => ({
      id: row.id,
      video: { id: row.video_id, title: row.video_title },
      author: row.author_email,
      rating: row.rating,
      text: row.text,
      reply: row.reply,
      date: formatDateTime(row.written_at),
      hidden: row.hidden_at && { date: formatDateTime(row.hidden_at), reason: row.hidden_reason ?? "" },
      openReports: row.report_count,
      reports: reports
        .filter(({ review_id }) => review_id === row.id)
        .map(({ reason, created_at, email }) => ({
          reason,
          date: formatDateTime(created_at),
          reporter: email,
        })),
    })),
  };
}

/** `changed` is false where it was so already: a form sent twice. */
export type Moderated = { ok: true; changed: boolean } | { ok: false; error: "notFound" };

const actions = { hide: "reviewHidden", unhide: "reviewShown", keep: "reviewKept" } as const;

/**
 * Hides a review, shows it again, or keeps it in spite of its reports, with its entry in the audit log. Its reports are
 * closed by each. Hidden, it leaves the page and the figures.
 */
export async function moderateReview(
  { db, clock }: Pick<Services, "db" | "clock">,
  { reviewId, step, reason, by }: { reviewId: string; step: ModerationStep; reason: string; by: Actor },
): Promise<Moderated> {
  return db.transaction().execute(async (trx) => {
    const pair = await findReviewPair(trx, reviewId);
    if (!pair) return { ok: false, error: "notFound" } as const;
    // The order of locks of everything that changes what is shown: the purchases, the video, the review, the figures.
    await lockReviewing(trx, { videoId: pair.video_id, userId: pair.author_id });
    const review = await lockReview(trx, reviewId);
    if (!review) return { ok: false, error: "notFound" } as const;
    const hidden = review.hidden_at !== null;
    const idle = step === "keep" ? review.report_count === 0 : hidden === (step === "hide");
    if (idle) return { ok: true, changed: false } as const;
    if (step === "keep") await closeReports(trx, reviewId);
    else await setHidden(trx, { reviewId, hidden: step === "hide" ? { at: clock(), reason } : undefined });
    await insertAuditEntry(trx, by, {
      action: actions[step],
      target: await nameReview(trx, reviewId),
      ...(step === "keep" ? {} : { before: { hidden }, after: { hidden: !hidden } }),
      reason,
    });
    return { ok: true, changed: true } as const;
  });
}
