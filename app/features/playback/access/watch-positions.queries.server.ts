import { type RawBuilder, sql } from "kysely";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import { cardColumns, cardText } from "~/features/videos/pictures/video-cards.queries.server";
import type { Database, Db } from "~/platform/db.server";
import type { Report } from "./parse-position";
import {
  type From,
  mayGoOn,
  type NotedPlaying,
  type Place,
  playingParts,
  takePlace,
} from "./places.queries.server";
import { completedShare } from "./watch-tracker";

/** A row whose parts are longer than this as text, about 200 parts, gets no further parts, only longer ones. */
const maxRangeText = 2_500;

export const isBegun = sql<boolean>`(watch_positions.watched_seconds > 0 OR watch_positions.seconds > 0)`;

/** `id`: of a report that was made offline, at `now`. */
type StoredReport = Report & { userId: string; videoId: string; now: Date; id?: string };

/** Ids that are kept to ignore a report that is sent again. */
const maxReportIds = 200;

/**
 * Stores a report and completes the video once enough of it was watched. A viewer who has watched enough and marked it
 * as not completed only completes it at its end. Writes nothing and returns false if the viewer may not watch, or a
 * report with the same id was stored. The position is that of the newest report.
 */
export async function saveReport(db: Db, report: StoredReport): Promise<boolean> {
  const { rows } = await insertReport(report).execute(db);
  return rows.length > 0;
}

/** Saves a report and notes that its player plays; a place without an entry takes one first. */
export async function saveReportOfPlace(
  db: Database,
  report: StoredReport & Place & From,
): Promise<{ saved: boolean; plays: boolean }> {
  const { parts, columns } = playingParts(report);
  const { rows } = await sql<NotedPlaying & { saved: boolean }>`
    WITH saved AS (${insertReport(report)}), ${parts}
    SELECT EXISTS (SELECT FROM saved) AS saved, ${columns}`.execute(db);
  const [noted] = rows;
  const saved = noted?.saved === true;
  if (noted?.isNew) return { saved, plays: await takePlace(db, report, { opens: false }) };
  return { saved, plays: noted !== undefined && mayGoOn(noted) };
}

function insertReport(report: StoredReport): RawBuilder<unknown> {
  const [from, to] = report.range ?? [0, 0];
  const joined = sql`watch_positions.watched + excluded.watched`;
  const watched = sql`CASE
    WHEN length((${joined})::text) <= greatest(${sql.lit(maxRangeText)}, length(watch_positions.watched::text)) THEN ${joined}
    ELSE watch_positions.watched END`;
  const isEnough = (
    ranges: RawBuilder<unknown>,
  ) => sql<boolean>`(count_seconds(${ranges}) >= ${sql.lit(completedShare)} *
    (SELECT duration_seconds FROM videos WHERE videos.id = ${report.videoId}))`;
  const range = sql`int4multirange(int4range(${from}::integer, ${to}::integer))`;
  const ids = sql`${report.id ? [report.id] : []}::uuid[]`;
  return sql`
    INSERT INTO watch_positions (user_id, video_id, seconds, watched, done_at, updated_at, begun_at, report_ids)
    SELECT ${report.userId}::uuid, videos.id, ${report.seconds}::integer, ${range},
      CASE WHEN ${report.done}::boolean OR ${isEnough(range)} THEN ${report.now}::timestamptz END,
      ${report.now}::timestamptz, ${report.now}::timestamptz, ${ids}
    FROM videos WHERE videos.id = ${report.videoId} AND ${mayWatch(report.userId)}
    ON CONFLICT (user_id, video_id) DO UPDATE SET
      seconds = CASE WHEN excluded.updated_at < watch_positions.updated_at THEN watch_positions.seconds
        ELSE excluded.seconds END,
      watched = ${watched}, updated_at = greatest(watch_positions.updated_at, excluded.updated_at),
      report_ids = (excluded.report_ids || watch_positions.report_ids)[1:${sql.lit(maxReportIds)}],
      done_at = CASE WHEN watch_positions.done_at IS NULL AND (${report.done}::boolean OR (${isEnough(watched)}
        AND ${isEnough(sql`watch_positions.watched`)} IS NOT TRUE)) THEN excluded.updated_at
        ELSE watch_positions.done_at END
    WHERE NOT watch_positions.report_ids && excluded.report_ids
    RETURNING user_id`;
}

/** What was watched stays. Writes nothing and returns false if the viewer may not watch. */
export async function setDone(
  db: Db,
  { userId, videoId, done, now }: { userId: string; videoId: string; done: boolean; now: Date },
): Promise<boolean> {
  const doneAt = sql`CASE WHEN ${done}::boolean THEN ${now}::timestamptz END`;
  const { rows } = await sql`
    INSERT INTO watch_positions (user_id, video_id, seconds, done_at, updated_at, begun_at)
    SELECT ${userId}::uuid, videos.id, 0, ${doneAt}, ${now}::timestamptz, ${now}::timestamptz
    FROM videos WHERE videos.id = ${videoId} AND ${mayWatch(userId)}
    ON CONFLICT (user_id, video_id) DO UPDATE SET
      done_at = CASE WHEN ${done}::boolean THEN coalesce(watch_positions.done_at, excluded.done_at) END,
      updated_at = excluded.updated_at
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** SQL value on `watch_positions`: every part watched, also before the person began again. */
const everWatched = sql`(watch_positions.reached + watch_positions.watched)`;

/** What was reached stays, also of all lessons of a course. Returns false, without writing, without access. */
export async function beginAgain(
  db: Db,
  { userId, productId, now }: { userId: string; productId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    WITH product AS (SELECT id FROM videos WHERE id = ${productId} AND ${hasAccess(userId)}), begun AS (
      UPDATE watch_positions SET seconds = 0, watched = '{}', done_at = NULL, updated_at = ${now},
        first_done_at = coalesce(first_done_at, done_at),
        reached = CASE WHEN pg_column_size(${everWatched}) <= 4000 THEN ${everWatched} ELSE reached END
      FROM product
      WHERE user_id = ${userId} AND (video_id = product.id
        OR video_id IN (SELECT video_id FROM course_lessons WHERE course_id = product.id)))
    SELECT EXISTS (SELECT FROM product) AS allowed`.execute(db);
  return rows[0]?.allowed === true;
}

/** Videos begun, not completed and still watchable, the last watched first. `seconds`: watched. */
export async function listWatching(db: Db, userId: string, limit: number) {
  return db
    .selectFrom("watch_positions")
    .innerJoin("videos", "videos.id", "watch_positions.video_id")
    .select([...cardColumns, cardText, "watch_positions.watched_seconds as seconds"])
    .where("user_id", "=", userId)
    .where("published_at", "is not", null)
    .where("done_at", "is", null)
    .where(isBegun)
    .where(hasAccess(userId))
    .orderBy("watch_positions.updated_at", "desc")
    .limit(limit)
    .execute();
}

/** Days after which the mail about a stopped course is posted, once. */
const stoppedDays = 10;

/** How far back the sweep looks, so that jobs that were away for a weekend catch up. */
const lookBackHours = 72;

/** Notes that people are reminded of courses that they stopped; one row for each, with the lesson opened last. */
export async function takeStoppedCourses(trx: Db, { now, limit }: { now: Date; limit: number }) {
  const since = sql`(${now}::timestamptz - make_interval(days => ${sql.lit(stoppedDays)}))`;
  const lessons = sql`SELECT video_id FROM course_lessons WHERE course_id = had.product_id`;
  const { rows } = await sql<{ user_id: string; course_id: string }>`
    WITH stopped AS (
      SELECT DISTINCT ON (seen.user_id, had.product_id) seen.user_id, seen.video_id, had.product_id AS course_id
      FROM video_accesses AS seen
      JOIN course_lessons ON course_lessons.video_id = seen.video_id
      JOIN access_grants AS had ON had.user_id = seen.user_id AND had.product_id = course_lessons.course_id
        AND had.revoked_at IS NULL
      JOIN watch_positions AS place ON place.user_id = seen.user_id AND place.video_id = seen.video_id
      WHERE seen.last_at > ${since} - make_interval(hours => ${sql.lit(lookBackHours)}) AND seen.last_at <= ${since}
        AND NOT EXISTS (SELECT FROM video_accesses AS later WHERE later.user_id = seen.user_id
          AND later.last_at > ${since} AND later.video_id IN (${lessons}))
        AND NOT EXISTS (SELECT FROM watch_positions AS other WHERE other.user_id = seen.user_id
          AND other.video_id IN (${lessons}) AND (other.reminded_at IS NOT NULL OR other.updated_at > ${since}))
        AND EXISTS (SELECT FROM course_lessons AS open
          LEFT JOIN watch_positions AS reached ON reached.user_id = seen.user_id AND reached.video_id = open.video_id
          WHERE open.course_id = had.product_id AND open.removed_at IS NULL
            AND coalesce(reached.first_done_at, reached.done_at) IS NULL)
      ORDER BY seen.user_id, had.product_id, seen.last_at DESC LIMIT ${limit}
    )
    UPDATE watch_positions SET reminded_at = ${now} FROM stopped
    WHERE watch_positions.user_id = stopped.user_id AND watch_positions.video_id = stopped.video_id
    RETURNING stopped.user_id, course_id`.execute(trx);
  return rows;
}

/**
 * The same as `owner` or `bought` of `decideWatchAccess`, on `videos`, for statements that write only then; compared in
 * `tests/features/playback/access/watch-access.test.ts`.
 */
export function mayWatch(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(videos.published_at IS NOT NULL AND (${hasAccess(userId)} OR (
    videos.creator_id = ${userId} AND videos.deleted_at IS NULL)))`;
}

export async function countView(db: Db, videoId: string): Promise<void> {
  await sql`
    INSERT INTO video_views (video_id, number) VALUES (${videoId}, 1)
    ON CONFLICT (video_id) DO UPDATE SET number = video_views.number + 1`.execute(db);
}
