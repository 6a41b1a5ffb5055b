import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { type Cursor, toPage } from "~/platform/keyset";
import { countLimit } from "./questions-view";
import { nameOf } from "./reviews.queries.server";

const questionsPerPage = 10;

/** Under each question of a list. */
export const answersInList = 3;

/** On the page of one question. */
export const answersPerPage = 20;

/** Condition on a row: its author is the video's creator, or not suspended. */
const byActiveAuthor = (row: string) =>
  sql<boolean>`(${sql.ref(`${row}.author_id`)} = ${sql.ref(`${row}.creator_id`)} OR NOT EXISTS (
    SELECT FROM users WHERE users.id = ${sql.ref(`${row}.author_id`)} AND users.suspended_at IS NOT NULL))`;

/**
 * Condition on a row: visible to the viewer, and its author not suspended. Hidden posts are visible to their author and
 * the video's creator.
 */
const isSeen = (row: string, viewerId: string | null) =>
  sql<boolean>`(${sql.ref(`${row}.hidden_at`)} IS NULL OR ${sql.ref(`${row}.author_id`)} = ${viewerId}::uuid
    OR ${sql.ref(`${row}.creator_id`)} = ${viewerId}::uuid) AND ${byActiveAuthor(row)}`;

/** Condition on a question before buying: answered, or the viewer is its asker or the creator. */
const isAnsweredOrOwn = (row: string, viewerId: string | null) =>
  sql<boolean>`(${sql.ref(`${row}.answered_at`)} IS NOT NULL OR ${sql.ref(`${row}.author_id`)} = ${viewerId}::uuid
    OR ${sql.ref(`${row}.creator_id`)} = ${viewerId}::uuid)`;

const isReported = (row: string, viewerId: string | null) =>
  sql<boolean>`EXISTS (SELECT FROM question_reports
    WHERE post_id = ${sql.ref(`${row}.id`)} AND reporter_id = ${viewerId}::uuid)`;

/** Dates are texts, as in JSON. */
export interface AnswerRow {
  id: string;
  text: string;
  created_at: string;
  author_name: string | null;
  by_creator: boolean;
  mine: boolean;
  hidden_by: "creator" | "administrator" | null;
  reported: boolean;
}

/** Selects answers as JSON: in a list the creator's first, on the question's own page by time. */
function answersOf(viewerId: string | null, { limit, after }: { limit: number; after?: Cursor | undefined }) {
  const order = limit === answersInList ? sql`(a.author_id = a.creator_id) DESC, ` : sql``;
  const from = after
    ? sql`AND (a.created_at, a.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return sql<AnswerRow[]>`(
    SELECT coalesce(json_agg(to_json(answer)), '[]') FROM (
      SELECT a.id, a.text, a.created_at, a.hidden_by, ${nameOf(sql`a.author_id`)} AS author_name,
        a.author_id = a.creator_id AS by_creator, a.author_id IS NOT DISTINCT FROM ${viewerId}::uuid AS mine,
        ${isReported("a", viewerId)} AS reported
      FROM question_posts a
      WHERE a.answers_to = question_posts.id AND ${isSeen("a", viewerId)} ${from}
      ORDER BY ${order} a.created_at, a.id LIMIT ${limit + 1}
    ) AS answer)`;
}

function selectQuestions(
  db: Db,
  viewerId: string | null,
  answers: { limit: number; after?: Cursor | undefined },
) {
  return db
    .selectFrom("question_posts")
    .select([
      "question_posts.id",
      "question_posts.video_id",
      "text",
      "second",
      "question_posts.created_at",
      "answered_at",
      "solved_at",
      "hidden_by",
      "is_pinned",
      "question_posts.before_purchase",
      nameOf(sql`question_posts.author_id`).as("author_name"),
      sql<boolean>`question_posts.author_id IS NOT DISTINCT FROM ${viewerId}::uuid`.as("mine"),
      sql<boolean>`question_posts.author_id = question_posts.creator_id`.as("by_creator"),
      isReported("question_posts", viewerId).as("reported"),
      sql<string | null>`(SELECT portrait_key FROM creator_profiles
        WHERE user_id = question_posts.creator_id)`.as("portrait_key"),
      answersOf(viewerId, answers).as("answers"),
    ])
    .where("answers_to", "is", null)
    .where(isSeen("question_posts", viewerId));
}

export type QuestionRow = Awaited<ReturnType<ReturnType<typeof selectQuestions>["execute"]>>[number];

interface QuestionList {
  videoId: string;
  beforePurchase?: boolean;
}

/**
 * Lists the questions of a video, pinned ones first, then the newest, each with its first answers. `after`: of a later
 * page, which has no pinned ones. `count`: of all, at most `countLimit`. `viewerId`: null for a visitor, who sees only
 * questions before buying.
 */
export async function listQuestions(
  db: Db,
  viewerId: string | null,
  {
    videoId,
    beforePurchase = false,
    after,
    limit = questionsPerPage,
  }: QuestionList & { after?: Cursor | undefined; limit?: number },
) {
  const isListed = (row: string) =>
    beforePurchase
      ? sql<boolean>`${isSeen(row, viewerId)} AND ${isAnsweredOrOwn(row, viewerId)}`
      : isSeen(row, viewerId);
  let query = selectQuestions(db, viewerId, { limit: answersInList })
    .select(
      sql<number>`(SELECT count(*)::integer FROM (
        SELECT FROM question_posts q WHERE q.video_id = ${videoId}::uuid AND q.answers_to IS NULL
          AND q.before_purchase = ${beforePurchase} AND ${isListed("q")} LIMIT ${countLimit}) AS seen)`.as(
        "count",
      ),
    )
    .where("question_posts.video_id", "=", videoId)
    .where("question_posts.before_purchase", "=", beforePurchase)
    .where(isListed("question_posts"))
    .orderBy("is_pinned", "desc")
    .orderBy("question_posts.created_at", "desc")
    .orderBy("question_posts.id", "desc")
    .limit(limit + 1);
  if (after) {
    query = query
      .where("is_pinned", "=", false)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("question_posts.created_at", "question_posts.id"), "<", tuple(after.createdAt, after.id)),
      );
  }
  return toPage(await query.execute(), limit);
}

/** Returns undefined if the viewer sees no question with this id. */
export async function findQuestion(
  db: Db,
  viewerId: string | null,
  asked: QuestionList & { questionId: string; after?: Cursor | undefined },
): Promise<QuestionRow | undefined> {
  const { videoId, questionId, beforePurchase = false, after } = asked;
  const query = selectQuestions(db, viewerId, { limit: answersPerPage, after })
    .where("question_posts.video_id", "=", videoId)
    .where("question_posts.before_purchase", "=", beforePurchase)
    .where("question_posts.id", "=", questionId);
  return (
    beforePurchase ? query.where(isAnsweredOrOwn("question_posts", viewerId)) : query
  ).executeTakeFirst();
}

export const inboxPerPage = 20;

export interface InboxCursor extends Cursor {
  isOpen: boolean;
}

/** Lists the visible questions under a creator's videos, open ones first, then the newest. */
export async function listInbox(
  db: Db,
  { creatorId, onlyOpen, after }: { creatorId: string; onlyOpen: boolean; after?: InboxCursor | undefined },
) {
  let query = selectQuestions(db, creatorId, { limit: answersInList })
    .innerJoin("videos", "videos.id", "question_posts.video_id")
    .select(["videos.title as video_title", "is_open"])
    .where("question_posts.creator_id", "=", creatorId)
    .where("question_posts.hidden_at", "is", null)
    .where("videos.deleted_at", "is", null)
    .orderBy("is_open", "desc")
    .orderBy("question_posts.created_at", "desc")
    .orderBy("question_posts.id", "desc")
    .limit(inboxPerPage + 1);
  if (onlyOpen) query = query.where("is_open", "=", true);
  if (after) {
    const { isOpen, createdAt, id } = after;
    query = query.where(
      sql<boolean>`(question_posts.is_open, question_posts.created_at, question_posts.id)
        < (${isOpen}::boolean, ${createdAt}::timestamptz, ${id}::uuid)`,
    );
  }
  const fetched = await query.execute();
  const rows = fetched.slice(0, inboxPerPage);
  const last = rows.at(-1);
  const more = fetched.length > inboxPerPage && last;
  const next: InboxCursor | undefined = more
    ? { isOpen: last.is_open, createdAt: last.created_at, id: last.id }
    : undefined;
  return { rows, next };
}

/** Finds the question that has waited longest for its creator's answer. */
export async function findLongestWaiting(db: Db, creatorId: string) {
  return db
    .selectFrom("question_posts")
    .innerJoin("videos", "videos.id", "question_posts.video_id")
    .select(["text", "second", "question_posts.created_at", "videos.title as video_title"])
    .select(nameOf(sql`question_posts.author_id`).as("author_name"))
    .where("question_posts.creator_id", "=", creatorId)
    .where("answers_to", "is", null)
    .where("is_open", "=", true)
    .where("hidden_at", "is", null)
    .where("videos.deleted_at", "is", null)
    .orderBy("question_posts.created_at")
    .limit(1)
    .executeTakeFirst();
}
