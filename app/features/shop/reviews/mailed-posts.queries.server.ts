import { sql } from "kysely";
import { isOnDay } from "~/features/base/money/days.queries.server";
import type { Db } from "~/platform/db.server";

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
