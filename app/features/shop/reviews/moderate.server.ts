import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { formatDateTime } from "~/i18n/dates";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import {
  listModeratedPosts,
  listPostReportReasons,
  lockModeratedPost,
} from "./moderated-posts.queries.server";
import {
  closeReports,
  findReviewPair,
  listModerated,
  listReportReasons,
  lockReview,
  setHidden,
} from "./moderation.queries.server";
import type { ModerationList, ModerationStep } from "./moderation-list";
import type { ModeratedText } from "./moderation-page";
import { closePostReports, namePost, setPostHidden } from "./posts.queries.server";
import { lockReviewing, nameReview } from "./reviews.queries.server";

export interface ModerationRequest {
  id: string;
  step: ModerationStep;
  /** Empty unless the text is hidden. */
  reason: string;
  by: Actor;
}

/** `changed` is false if the text already had that state, as after a form sent twice. */
export type Moderated = { ok: true; changed: boolean } | { ok: false; error: "notFound" };

const actions = { hide: "questionHidden", unhide: "questionShown", keep: "questionKept" } as const;

/**
 * Decides about a question or an answer, in the audit log, too. Each decision closes its reports. What an administrator
 * hid, its creator cannot show again.
 */
export async function moderatePost(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id: postId, step, reason, by }: ModerationRequest,
): Promise<Moderated> {
  return db.transaction().execute(async (trx): Promise<Moderated> => {
    const post = await lockModeratedPost(trx, postId);
    if (!post) return { ok: false, error: "notFound" };
    const hidden = post.hidden_by === "administrator";
    const idle = step === "keep" ? post.report_count === 0 : hidden === (step === "hide");
    if (idle) return { ok: true, changed: false };
    if (step !== "keep") {
      const hiding = { at: clock(), by: "administrator", reason } as const;
      await setPostHidden(trx, postId, step === "hide" ? hiding : undefined);
    }
    await closePostReports(trx, postId);
    await insertAuditEntry(trx, by, {
      action: actions[step],
      target: await namePost(trx, postId),
      ...(step === "keep" ? {} : { before: { hidden }, after: { hidden: !hidden } }),
      reason,
    });
    return { ok: true, changed: true };
  });
}

export async function showModeratedPosts(
  db: Db,
  asked: { list: ModerationList; after?: Cursor | undefined },
): Promise<{ posts: ModeratedText[]; next: string | undefined }> {
  const { rows, next } = await listModeratedPosts(db, asked);
  const ids = rows.map(({ id }) => id);
  const reports = await listPostReportReasons(db, ids);
  return {
    next,
    posts: rows.map((row) => ({
      id: row.id,
      video: { id: row.video_id, title: row.video_title },
      author: row.author_email,
      text: row.text,
      answerTo: row.question_text,
      reply: null,
      date: formatDateTime(row.written_at),
      hidden:
        row.hidden_at && row.hidden_by === "administrator"
          ? { date: formatDateTime(row.hidden_at), reason: row.hidden_reason ?? "" }
          : null,
      openReports: row.report_count,
      reports: reports
        .filter(({ post_id }) => post_id === row.id)
        .map(({ reason, created_at, email }) => ({
          reason,
          date: formatDateTime(created_at),
          reporter: email,
        })),
    })),
  };
}

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

const reviewActions = { hide: "reviewHidden", unhide: "reviewShown", keep: "reviewKept" } as const;

/**
 * Decides about a review, in the audit log, too. Each decision closes its reports. A hidden review leaves the page and
 * the stats.
 */
export async function moderateReview(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id: reviewId, step, reason, by }: ModerationRequest,
): Promise<Moderated> {
  return db.transaction().execute(async (trx) => {
    const pair = await findReviewPair(trx, reviewId);
    if (!pair) return { ok: false, error: "notFound" } as const;
    // The order of locks of everything that changes what is shown: purchases, video, review, stats.
    await lockReviewing(trx, { videoId: pair.video_id, userId: pair.author_id });
    const review = await lockReview(trx, reviewId);
    if (!review) return { ok: false, error: "notFound" } as const;
    const hidden = review.hidden_at !== null;
    const idle = step === "keep" ? review.report_count === 0 : hidden === (step === "hide");
    if (idle) return { ok: true, changed: false } as const;
    if (step === "keep") await closeReports(trx, reviewId);
    else await setHidden(trx, { reviewId, hidden: step === "hide" ? { at: clock(), reason } : undefined });
    await insertAuditEntry(trx, by, {
      action: reviewActions[step],
      target: await nameReview(trx, reviewId),
      ...(step === "keep" ? {} : { before: { hidden }, after: { hidden: !hidden } }),
      reason,
    });
    return { ok: true, changed: true } as const;
  });
}
