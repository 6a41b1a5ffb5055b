import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { maxPinned, maxWaiting } from "./questions-view";

/**
 * Returns the question's id; undefined if the same person has asked the same there before; "tooMany" if `maxWaiting` of
 * their questions wait there: under the video, or before buying it.
 */
export async function insertQuestion(
  trx: Db,
  question: {
    videoId: string;
    creatorId: string;
    authorId: string;
    text: string;
    second: number | null;
    beforePurchase: boolean;
    now: Date;
  },
): Promise<string | "tooMany" | undefined> {
  const { videoId, creatorId, authorId, text, second, beforePurchase, now } = question;
  await lockAuthor(trx, { authorId, videoId });
  const { waiting } = await trx
    .selectFrom("question_posts")
    .select(({ fn }) => fn.countAll<string>().as("waiting"))
    .where("author_id", "=", authorId)
    .where("video_id", "=", videoId)
    .where("is_open", "=", true)
    .where("before_purchase", "=", beforePurchase)
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= maxWaiting) return "tooMany";
  const added = await trx
    .insertInto("question_posts")
    .values({
      video_id: videoId,
      creator_id: creatorId,
      author_id: authorId,
      text,
      second,
      before_purchase: beforePurchase,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added?.id;
}

/** Serializes the questions of one person under one video, so that they are counted correctly. */
async function lockAuthor(
  trx: Db,
  { authorId, videoId }: { authorId: string; videoId: string },
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`question ${authorId} ${videoId}`}, 0))`.execute(
    trx,
  );
}

/**
 * Locks a post, and its question first, so that its counts are right. Returns undefined if there is none, or its
 * author's account is suspended.
 */
export async function lockPost(
  trx: Db,
  { videoId, postId, beforePurchase }: { videoId: string; postId: string; beforePurchase: boolean },
) {
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
    .innerJoin("users", "users.id", "question_posts.author_id")
    .select([
      "question_posts.id",
      "video_id",
      "creator_id",
      "author_id",
      "answers_to",
      "hidden_by",
      "hidden_at",
      "solved_at",
      "pinned_at",
      "report_count",
      "answer_count",
      "before_purchase",
    ])
    .where("question_posts.id", "=", postId)
    .where("video_id", "=", videoId)
    .where("before_purchase", "=", beforePurchase)
    .where(({ eb, or, ref }) =>
      or([eb("users.suspended_at", "is", null), eb("author_id", "=", ref("creator_id"))]),
    )
    .forUpdate("question_posts")
    .executeTakeFirst();
}

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>;

/** Returns the answer's id; undefined if the same person has answered the same before. */
export async function insertAnswer(
  trx: Db,
  { question, authorId, text, now }: { question: LockedPost; authorId: string; text: string; now: Date },
): Promise<string | undefined> {
  const added = await trx
    .insertInto("question_posts")
    .values({
      video_id: question.video_id,
      creator_id: question.creator_id,
      author_id: authorId,
      answers_to: question.id,
      before_purchase: question.before_purchase,
      text,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added?.id;
}

export async function setSolved(trx: Db, questionId: string, at: Date | null): Promise<void> {
  await trx.updateTable("question_posts").set({ solved_at: at }).where("id", "=", questionId).execute();
}

/** Returns false if `maxPinned` others of the video are pinned. */
export async function setPinned(trx: Db, { id, video_id }: LockedPost, at: Date | null): Promise<boolean> {
  if (at) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pinned ${video_id}`}, 0))`.execute(trx);
    const pinned = await trx
      .selectFrom("question_posts")
      .select("id")
      .where("video_id", "=", video_id)
      .where("answers_to", "is", null)
      .where("is_pinned", "=", true)
      .where("id", "!=", id)
      .limit(maxPinned)
      .execute();
    if (pinned.length >= maxPinned) return false;
  }
  await trx.updateTable("question_posts").set({ pinned_at: at }).where("id", "=", id).execute();
  return true;
}

type Hiding = { at: Date } & ({ by: "creator" } | { by: "administrator"; reason: string });

export async function setPostHidden(trx: Db, postId: string, hiding: Hiding | undefined): Promise<void> {
  await trx
    .updateTable("question_posts")
    .set({
      hidden_at: hiding?.at ?? null,
      hidden_by: hiding?.by ?? null,
      hidden_reason: hiding?.by === "administrator" ? hiding.reason : null,
    })
    .where("id", "=", postId)
    .execute();
}

/** Deletes a locked question with its answers, or one answer. */
export async function deletePost(trx: Db, postId: string): Promise<void> {
  await trx.deleteFrom("question_posts").where("id", "=", postId).execute();
}

/** Returns false, and changes nothing, if the person has reported the post before. */
export async function insertPostReport(
  trx: Db,
  { postId, reporterId, reason, now }: { postId: string; reporterId: string; reason: string; now: Date },
): Promise<boolean> {
  const added = await trx
    .insertInto("question_reports")
    .values({ post_id: postId, reporter_id: reporterId, reason, created_at: now })
    .onConflict((conflict) => conflict.columns(["post_id", "reporter_id"]).doNothing())
    .returning("post_id")
    .executeTakeFirst();
  if (!added) return false;
  await trx
    .updateTable("question_posts")
    .set(({ eb, fn, val }) => ({
      report_count: eb("report_count", "+", 1),
      reported_at: fn.coalesce("reported_at", val(now)),
    }))
    .where("id", "=", postId)
    .execute();
  return true;
}

export async function closePostReports(trx: Db, postId: string): Promise<void> {
  await trx
    .updateTable("question_posts")
    .set({ report_count: 0, reported_at: null })
    .where("id", "=", postId)
    .execute();
}

/** Names a post in the audit log: by its video's title, without a person's name. */
export async function namePost(db: Db, postId: string) {
  const row = await db
    .selectFrom("question_posts")
    .innerJoin("videos", "videos.id", "question_posts.video_id")
    .select("videos.title")
    .where("question_posts.id", "=", postId)
    .executeTakeFirst();
  return { kind: "question" as const, id: postId, label: row?.title ?? postId };
}
