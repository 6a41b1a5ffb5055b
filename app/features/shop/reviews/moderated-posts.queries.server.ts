import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { type Cursor, toPage } from "~/platform/keyset";
import type { ModerationList } from "./moderation-list";

const moderatedPerPage = 20;
const reportsShown = 5;

const dates = { reported: "question_posts.reported_at", hidden: "question_posts.hidden_at" } as const;

/** Lists posts with open reports, or those that administrators hid, newest first. */
export async function listModeratedPosts(
  db: Db,
  { list, after }: { list: ModerationList; after?: Cursor | undefined },
) {
  const date = dates[list];
  let query = db
    .selectFrom("question_posts")
    .innerJoin("videos", "videos.id", "question_posts.video_id")
    .innerJoin("users", "users.id", "question_posts.author_id")
    .leftJoin("question_posts as question", "question.id", "question_posts.answers_to")
    .select([
      "question_posts.id",
      "question_posts.video_id",
      "videos.title as video_title",
      "users.email as author_email",
      "question_posts.text",
      "question.text as question_text",
      "question_posts.hidden_at",
      "question_posts.hidden_by",
      "question_posts.hidden_reason",
      "question_posts.report_count",
      "question_posts.created_at as written_at",
      sql<Date>`${sql.ref(date)}`.as("created_at"),
    ])
    .orderBy(date, "desc")
    .orderBy("question_posts.id", "desc")
    .limit(moderatedPerPage + 1);
  query =
    list === "hidden"
      ? query.where("question_posts.hidden_by", "=", "administrator")
      : query.where(date, "is not", null);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(date, "question_posts.id"), "<", tuple(after.createdAt, after.id)),
    );
  }
  return toPage(await query.execute(), moderatedPerPage);
}

export async function listPostReportReasons(db: Db, postIds: string[]) {
  if (postIds.length === 0) return [];
  return db
    .selectFrom("question_posts")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("question_reports")
          .innerJoin("users", "users.id", "question_reports.reporter_id")
          .select(["question_reports.reason", "question_reports.created_at", "users.email"])
          .whereRef("question_reports.post_id", "=", "question_posts.id")
          .orderBy("question_reports.created_at", "desc")
          .limit(reportsShown)
          .as("report"),
      (join) => join.onTrue(),
    )
    .select(["question_posts.id as post_id", "report.reason", "report.created_at", "report.email"])
    .where("question_posts.id", "in", postIds)
    .execute();
}

/** Locks a post and its question for an administrator's decision; undefined if there is none. */
export async function lockModeratedPost(trx: Db, postId: string) {
  await trx
    .selectFrom("question_posts")
    .select("id")
    .where("id", "=", (eb) =>
      eb
        .selectFrom("question_posts as post")
        .select(({ fn }) => fn.coalesce("post.answers_to", "post.id").as("id"))
        .where("post.id", "=", postId),
    )
    .forUpdate()
    .execute();
  return trx
    .selectFrom("question_posts")
    .select(["id", "answers_to", "hidden_by", "report_count"])
    .where("id", "=", postId)
    .forUpdate()
    .executeTakeFirst();
}
