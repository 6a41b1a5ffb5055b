import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { type Cursor, toPage } from "~/platform/keyset";
import type { ModerationList } from "./moderation-list";

const moderatedPerPage = 20;

const reportsShown = 5;

const dates = { reported: "reviews.reported_at", hidden: "reviews.hidden_at" } as const;

export async function listModerated(db: Db, { list, after }: { list: ModerationList; after?: Cursor }) {
  const date = dates[list];
  let query = db
    .selectFrom("reviews")
    .innerJoin("videos", "videos.id", "reviews.video_id")
    .innerJoin("users", "users.id", "reviews.author_id")
    .select([
      "reviews.id",
      "reviews.video_id",
      "videos.title as video_title",
      "users.email as author_email",
      "rating",
      "text",
      "reply",
      "hidden_at",
      "hidden_reason",
      "report_count",
      "reviews.created_at as written_at",
      sql<Date>`${sql.ref(date)}`.as("created_at"),
    ])
    .where(date, "is not", null)
    .orderBy(date, "desc")
    .orderBy("reviews.id", "desc")
    .limit(moderatedPerPage + 1);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(date, "reviews.id"), "<", tuple(after.createdAt, after.id)),
    );
  }
  return toPage(await query.execute(), moderatedPerPage);
}

export async function listReportReasons(db: Db, reviewIds: string[]) {
  if (reviewIds.length === 0) return [];
  return db
    .selectFrom("reviews")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("review_reports")
          .innerJoin("users", "users.id", "review_reports.reporter_id")
          .select(["review_reports.reason", "review_reports.created_at", "users.email"])
          .whereRef("review_reports.review_id", "=", "reviews.id")
          .orderBy("review_reports.created_at", "desc")
          .limit(reportsShown)
          .as("report"),
      (join) => join.onTrue(),
    )
    .select(["reviews.id as review_id", "report.reason", "report.created_at", "report.email"])
    .where("reviews.id", "in", reviewIds)
    .execute();
}

/** Finds a review's author and video, for the lock under which it is changed. */
export async function findReviewPair(db: Db, reviewId: string) {
  return db
    .selectFrom("reviews")
    .select(["video_id", "author_id"])
    .where("id", "=", reviewId)
    .executeTakeFirst();
}

export async function lockReview(db: Db, reviewId: string) {
  return db
    .selectFrom("reviews")
    .select(["id", "hidden_at", "report_count"])
    .where("id", "=", reviewId)
    .forUpdate()
    .executeTakeFirst();
}

/** Hides a locked review, or shows it again. Both close its reports. */
export async function setHidden(
  db: Db,
  { reviewId, hidden }: { reviewId: string; hidden: { at: Date; reason: string } | undefined },
): Promise<void> {
  await db
    .updateTable("reviews")
    .set({
      hidden_at: hidden?.at ?? null,
      hidden_reason: hidden?.reason ?? null,
      report_count: 0,
      reported_at: null,
    })
    .where("id", "=", reviewId)
    .execute();
}

/** Closes the reports of a locked review that stays as it is. */
export async function closeReports(db: Db, reviewId: string): Promise<void> {
  await db
    .updateTable("reviews")
    .set({ report_count: 0, reported_at: null })
    .where("id", "=", reviewId)
    .execute();
}
