import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { containsPattern } from "~/features/base/form-fields/people-search";
import { hasLesson } from "~/features/videos/listing/access-grants.queries.server";
import type { Db } from "~/platform/db.server";
import { maxNotes, type NoteFilters, type NotesView } from "./note-view";

interface OwnVideo {
  userId: string;
  videoId: string;
}

interface StoredNote extends OwnVideo {
  id?: string | undefined;
  second: number;
  text: string;
  now: Date;
}

/** The notes of one person change one by one, so that they are counted right. */
async function lockPerson(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** Unless the same id, or second and text, is there. False if the person has `maxNotes`, or the id is another's. */
export async function insertNote(
  trx: Db,
  { id = randomUUID(), userId, videoId, second, text, now }: StoredNote,
): Promise<boolean> {
  await lockPerson(trx, userId);
  const { rows } = await sql`
    WITH present AS (SELECT id FROM notes WHERE user_id = ${userId} AND video_id = ${videoId}
      AND (id = ${id}::uuid OR (second = ${second} AND md5(text) = md5(${text})))),
    added AS (INSERT INTO notes (id, user_id, video_id, second, text, created_at, updated_at)
      SELECT ${id}::uuid, ${userId}, ${videoId}, ${second}, ${text}, ${now}, ${now}
      WHERE NOT EXISTS (SELECT FROM present)
        AND (SELECT count(*) FROM notes WHERE user_id = ${userId}) < ${sql.lit(maxNotes)}
      ON CONFLICT (id) DO NOTHING RETURNING id)
    SELECT id FROM present UNION ALL SELECT id FROM added`.execute(trx);
  return rows.length > 0;
}

/** Deletes another note with the same second and text. Returns false if the note is not the person's. */
export async function updateNote(
  trx: Db,
  { id, userId, videoId, second, text, now }: StoredNote & { id: string },
): Promise<boolean> {
  await lockPerson(trx, userId);
  const ownNotes = sql`user_id = ${userId} AND video_id = ${videoId}`;
  await sql`
    DELETE FROM notes WHERE ${ownNotes} AND second = ${second} AND md5(text) = md5(${text}) AND id <> ${id}
      AND EXISTS (SELECT FROM notes AS changed WHERE changed.id = ${id} AND changed.user_id = ${userId})`.execute(
    trx,
  );
  const { rows } = await sql`
    UPDATE notes SET second = ${second}, text = ${text}, updated_at = ${now} WHERE ${ownNotes} AND id = ${id}
    RETURNING id`.execute(trx);
  return rows.length > 0;
}

export async function deleteNote(
  db: Db,
  { id, userId, videoId }: OwnVideo & { id: string },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("notes")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("video_id", "=", videoId)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

export const notesOfVideo = 100;

export async function listNotesOfVideo(db: Db, { userId, videoId }: OwnVideo): Promise<NotesView> {
  const rows = await db
    .selectFrom("notes")
    .select(["id", "second", "text", sql<number>`(count(*) OVER ())::integer`.as("count")])
    .where("user_id", "=", userId)
    .where("video_id", "=", videoId)
    .orderBy("second")
    .orderBy("id")
    .limit(notesOfVideo)
    .execute();
  return { videoId, notes: rows.map(({ count: _, ...note }) => note), count: rows[0]?.count ?? 0 };
}

export interface NoteRow {
  id: string;
  video_id: string;
  video_title: string;
  second: number;
  text: string;
  product_id: string;
  product_title: string;
  /** Null for a video alone. */
  course_id: string | null;
}

/** The product with the newest note first, then by lesson and second. A lesson counts to the course with the access. */
export async function listNotes(
  db: Db,
  userId: string,
  {
    search,
    productId,
    after,
    limit = maxNotes,
  }: NoteFilters & { after?: string | undefined; limit?: number },
): Promise<NoteRow[]> {
  const matches = search
    ? sql`AND fold_text(concat_ws(' ', text, video_title, product_title)) LIKE fold_text(${containsPattern(search)})`
    : sql``;
  const { rows } = await sql<NoteRow>`
    WITH named AS (
      SELECT notes.id, notes.video_id, videos.title AS video_title, second, text, notes.created_at,
        course.id AS course_id, coalesce(course.id, videos.id) AS product_id,
        coalesce(course.title, videos.title) AS product_title, course.position
      FROM notes JOIN videos ON videos.id = notes.video_id LEFT JOIN LATERAL (
        SELECT course.id, course.title, course_lessons.position
        FROM course_lessons JOIN access_grants ON product_id = course_id JOIN videos AS course ON course.id = course_id
        WHERE course_lessons.video_id = notes.video_id AND access_grants.user_id = ${userId} AND revoked_at IS NULL
          AND ${hasLesson}
        ORDER BY granted_at DESC, course.id LIMIT 1) AS course ON true
      WHERE notes.user_id = ${userId}),
    placed AS (
      SELECT *, row_number() OVER (ORDER BY latest DESC, product_id, position, video_id, second, id) AS place
      FROM (SELECT *, max(created_at) OVER (PARTITION BY product_id) AS latest FROM named) AS dated)
    SELECT id, video_id, video_title, second, text, product_id, product_title, course_id FROM placed
    WHERE ${productId ? sql`product_id = ${productId}` : sql`true`} ${matches}
      AND place > coalesce((SELECT place FROM placed WHERE id = ${after ?? null}::uuid), 0)
    ORDER BY place LIMIT ${limit}`.execute(db);
  return rows;
}
