import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { type Cursor, toPage } from "~/platform/keyset";
import type { ModeratedKind, ModerationList } from "./moderation-list";
import { lockQuestionOf } from "./posts.queries.server";
import { lockReviewing } from "./reviews.queries.server";

const moderatedPerPage = 20;
const reportsShown = 5;

/** `item`: the row of the text. `hidden`: condition, by an administrator, as its index has it. `more`: columns that only this kind has. */
const kinds = {
  reviews: {
    table: sql.table("reviews"),
    reports: sql.table("review_reports"),
    reportOf: sql.ref("review_id"),
    author: sql.ref("item.author_id"),
    product: sql.ref("item.video_id"),
    hidden: sql`item.hidden_at IS NOT NULL`,
    more: sql`item.rating, item.reply`,
  },
  questions: {
    table: sql.table("question_posts"),
    reports: sql.table("question_reports"),
    reportOf: sql.ref("post_id"),
    author: sql.ref("item.author_id"),
    product: sql.ref("item.video_id"),
    hidden: sql`item.hidden_by = 'administrator'`,
    more: sql`(SELECT text FROM question_posts WHERE id = item.answers_to) AS question_text`,
  },
  announcements: {
    table: sql.table("announcements"),
    reports: sql.table("announcement_reports"),
    reportOf: sql.ref("announcement_id"),
    author: sql.ref("item.creator_id"),
    product: sql.ref("item.product_id"),
    hidden: sql`item.hidden_at IS NOT NULL`,
    more: sql`item.subject`,
  },
} as const;

interface ModeratedRow {
  id: string;
  video_id: string | null;
  video_title: string | null;
  author_email: string;
  text: string;
  hidden_at: Date | null;
  hidden_reason: string | null;
  report_count: number;
  written_at: Date;
  /** The date by which the list is sorted. */
  created_at: Date;
  /** Dates are texts, as in JSON. */
  reports: { reason: string; created_at: string; email: string }[];
  rating?: number;
  reply?: string | null;
  question_text?: string | null;
  subject?: string;
}

/** Lists texts with open reports, or those that administrators hid, newest first, with their newest reports. */
export async function listModerated(
  db: Db,
  kind: ModeratedKind,
  { list, after }: { list: ModerationList; after?: Cursor | undefined },
) {
  const { table, reports, reportOf, author, product, hidden, more } = kinds[kind];
  const date = sql.ref(list === "hidden" ? "item.hidden_at" : "item.reported_at");
  const isBelow = after
    ? sql`AND (${date}, item.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<ModeratedRow>`
    SELECT item.id, videos.id AS video_id, videos.title AS video_title, author.email AS author_email, item.text,
      CASE WHEN ${hidden} THEN item.hidden_at END AS hidden_at, item.hidden_reason, item.report_count,
      item.created_at AS written_at, ${date} AS created_at, ${more}, (
        SELECT coalesce(json_agg(to_json(report)), '[]') FROM (
          SELECT reason, ${reports}.created_at, email
          FROM ${reports} JOIN users ON users.id = reporter_id
          WHERE ${reportOf} = item.id ORDER BY ${reports}.created_at DESC LIMIT ${reportsShown}) AS report
      ) AS reports
    FROM ${table} AS item
      JOIN users AS author ON author.id = ${author}
      LEFT JOIN videos ON videos.id = ${product}
    WHERE ${list === "hidden" ? hidden : sql`item.reported_at IS NOT NULL`} ${isBelow}
    ORDER BY ${date} DESC, item.id DESC LIMIT ${moderatedPerPage + 1}`.execute(db);
  return toPage(rows, moderatedPerPage);
}

/** Locks a text for an administrator's decision, and first its question, or its author's purchases and its video. */
export async function lockModerated(trx: Db, kind: ModeratedKind, id: string) {
  if (kind === "questions") await lockQuestionOf(trx, id);
  if (kind === "reviews") {
    const review = await trx
      .selectFrom("reviews")
      .select(["video_id", "author_id"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!review) return undefined;
    await lockReviewing(trx, { videoId: review.video_id, userId: review.author_id });
  }
  const { table, hidden } = kinds[kind];
  const { rows } = await sql<{ hidden: boolean; report_count: number }>`
    SELECT coalesce(${hidden}, false) AS hidden, report_count FROM ${table} AS item
    WHERE id = ${id} FOR UPDATE`.execute(trx);
  return rows[0];
}

/** Closes the reports of a locked text. `hiding`: null shows it again, undefined leaves it as it is. */
export async function closeReports(
  trx: Db,
  kind: ModeratedKind,
  { id, hiding }: { id: string; hiding: { at: Date; reason: string } | null | undefined },
): Promise<void> {
  const by = kind === "questions" ? sql`, hidden_by = ${hiding ? "administrator" : null}` : sql``;
  const visibility =
    hiding === undefined
      ? sql``
      : sql`, hidden_at = ${hiding?.at ?? null}, hidden_reason = ${hiding?.reason ?? null} ${by}`;
  await sql`
    UPDATE ${kinds[kind].table} SET report_count = 0, reported_at = NULL ${visibility}
    WHERE id = ${id}`.execute(trx);
}

/** Names an announcement in the audit log: by its subject. */
export async function nameAnnouncement(db: Db, id: string) {
  const row = await db.selectFrom("announcements").select("subject").where("id", "=", id).executeTakeFirst();
  return { kind: "announcement" as const, id, label: row?.subject ?? id };
}

/** Requires the text's lock. Returns false, and changes nothing, if the person has reported the text before. */
export async function insertReport(
  trx: Db,
  kind: ModeratedKind,
  { id, reporterId, reason, now }: { id: string; reporterId: string; reason: string; now: Date },
): Promise<boolean> {
  const { table, reports, reportOf } = kinds[kind];
  const { numAffectedRows } = await sql`
    INSERT INTO ${reports} (${reportOf}, reporter_id, reason, created_at)
    VALUES (${id}, ${reporterId}, ${reason}, ${now}) ON CONFLICT (${reportOf}, reporter_id) DO NOTHING`.execute(
    trx,
  );
  if (numAffectedRows !== 1n) return false;
  await sql`
    UPDATE ${table} SET report_count = report_count + 1, reported_at = coalesce(reported_at, ${now})
    WHERE id = ${id}`.execute(trx);
  return true;
}
