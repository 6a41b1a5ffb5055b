import { sql } from "kysely";
import { isOnDay } from "~/features/base/form-fields/days.queries.server";
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

/** Locks the question that a post is or answers. */
export async function lockQuestionOf(trx: Db, postId: string): Promise<void> {
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
}

/**
 * Locks a post, and its question first, so that its counts are right. Returns undefined if it is missing, or its
 * author's account is suspended.
 */
export async function lockPost(
  trx: Db,
  { videoId, postId, beforePurchase }: { videoId: string; postId: string; beforePurchase: boolean },
) {
  await lockQuestionOf(trx, postId);
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

/** Hides a post from everybody but its author and the creator, who hid it. `at`: null shows it again. */
export async function setPostHidden(trx: Db, postId: string, at: Date | null): Promise<void> {
  await trx
    .updateTable("question_posts")
    .set({ hidden_at: at, hidden_by: at && "creator", hidden_reason: null })
    .where("id", "=", postId)
    .execute();
}

/** Deletes a locked question with its answers, or one answer. */
export async function deletePost(trx: Db, postId: string): Promise<void> {
  await trx.deleteFrom("question_posts").where("id", "=", postId).execute();
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

/** Limit of questions or answers in one mail. */
export const maxPosts = 10;

/** Ignores hidden posts and suspended authors. */
function selectMailed(db: Db) {
  return db
    .selectFrom("question_posts as post")
    .innerJoin("question_posts as question", (join) =>
      join.on("question.id", "=", sql`coalesce(post.answers_to, post.id)`),
    )
    .innerJoin("videos", "videos.id", "post.video_id")
    .innerJoin("users as author", "author.id", "post.author_id")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "post.author_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "post.author_id")
    .select(({ eb, fn, ref }) => [
      "post.text",
      "post.video_id",
      "post.before_purchase",
      "question.id as question_id",
      "question.text as question_text",
      "question.second",
      "videos.title",
      "videos.thumbnail_url",
      "creator_profiles.full_name as creator_name",
      fn.coalesce("consumer_profiles.full_name", "author.google_name").as("learner_name"),
      eb("post.author_id", "=", ref("post.creator_id")).as("by_creator"),
    ])
    .where("post.hidden_at", "is", null)
    .where("question.hidden_at", "is", null)
    .where(({ eb, or, ref }) =>
      or([eb("author.suspended_at", "is", null), eb("post.author_id", "=", ref("post.creator_id"))]),
    );
}

/** Condition on `post`: questions go to the video's creator, answers to the asker. */
const writtenTo = (userId: string, group: "questions" | "answers") =>
  group === "questions"
    ? sql<boolean>`post.creator_id = ${userId}::uuid AND post.author_id = question.author_id AND post.author_id <> post.creator_id`
    : sql<boolean>`post.answers_to IS NOT NULL AND question.author_id = ${userId}::uuid AND post.author_id <> ${userId}::uuid`;

interface Recipient {
  userId: string;
  group: "questions" | "answers";
}

export type MailedPost = NonNullable<Awaited<ReturnType<typeof findMailedPost>>>;

/** Returns undefined if the post is gone or hidden. */
export async function findMailedPost(db: Db, { userId, group, postId }: Recipient & { postId: string }) {
  return selectMailed(db).where("post.id", "=", postId).where(writtenTo(userId, group)).executeTakeFirst();
}

/** Lists what was written to a person on a day in São Paulo, oldest first, at most `maxPosts + 1`. */
export async function listPostsOfDay(db: Db, { userId, group, day }: Recipient & { day: string }) {
  return selectMailed(db)
    .where(writtenTo(userId, group))
    .where(isOnDay(sql.ref("post.created_at"), day))
    .orderBy("post.created_at")
    .orderBy("post.id")
    .limit(maxPosts + 1)
    .execute();
}
