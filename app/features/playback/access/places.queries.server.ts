import { type RawBuilder, sql } from "kysely";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import type { Database, Db } from "~/platform/db.server";
import { maxPlaces, placeSeconds } from "./watch-access";

/** A player opened longer ago than this that reports again begins a new entry of the access log. */
const entryHours = 12;

/** Openings by one place within so many minutes are one entry. */
const mergeMinutes = 5;

/** While a player plays, `last_at` is written this often. */
const touchSeconds = 15;

export interface Place {
  userId: string;
  videoId: string;
  place: string;
}

export interface From {
  address: string | null;
  device: string | null;
}

const seconds = (number: number) => sql`make_interval(secs => ${sql.lit(number)})`;

/** SQL condition on `other`: it played recently, was not stopped, and its session, under any id, has not ended. */
const plays = sql<boolean>`(other.stopped_at IS NULL AND other.last_at > now() - ${seconds(placeSeconds)}
  AND EXISTS (SELECT FROM sessions WHERE sessions.user_id = other.user_id AND starts_with(id_hash, other.place)))`;

export function countOtherPlaces(userId: string, place: string): RawBuilder<number> {
  return sql<number>`(SELECT count(DISTINCT other.place)::integer FROM video_accesses AS other
    WHERE other.user_id = ${userId} AND other.place <> ${place} AND ${plays})`;
}

export function isStopped({ userId, videoId, place }: Place): RawBuilder<boolean> {
  return sql<boolean>`coalesce((SELECT mine.stopped_at IS NOT NULL FROM video_accesses AS mine
    WHERE mine.user_id = ${userId} AND mine.video_id = ${videoId} AND mine.place = ${place}
    ORDER BY mine.opened_at DESC LIMIT 1), false)`;
}

/**
 * Takes a place in which a buyer plays a video; returns whether one was free. An entry of the same place that is
 * younger than `mergeMinutes` and was not stopped continues. `opens`: the video is opened anew, also where it was
 * stopped; else the last entry of the place continues.
 */
export async function takePlace(
  db: Database,
  { userId, videoId, place, address, device }: Place & From,
  { opens }: { opens: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('places:' || ${userId}, 0))`.execute(trx);
    // A statement of its own, which sees what the request before it wrote.
    const { rows } = await sql<{ allowed: boolean }>`
      WITH free AS MATERIALIZED (
        SELECT ${countOtherPlaces(userId, place)} < ${maxPlaces} AS allowed, clock_timestamp() AS at
      ), mine AS (
        SELECT id, stopped_at FROM video_accesses
        WHERE user_id = ${userId} AND video_id = ${videoId} AND place = ${place}
          AND opened_at > now() - make_interval(mins => ${sql.lit(opens ? mergeMinutes : entryHours * 60)})
        ORDER BY opened_at DESC LIMIT 1
      ), touched AS (
        UPDATE video_accesses SET last_at = greatest(last_at, free.at) FROM mine, free
        WHERE video_accesses.id = mine.id AND mine.stopped_at IS NULL AND allowed
      ), added AS (
        INSERT INTO video_accesses (user_id, video_id, place, address, device, opened_at, last_at)
        SELECT ${userId}::uuid, ${videoId}::uuid, ${place}::text, ${address}::text, ${device}::text, free.at, free.at
        FROM free WHERE allowed AND NOT EXISTS (SELECT FROM mine WHERE stopped_at IS NULL OR NOT ${opens}::boolean)
      )
      SELECT allowed FROM free`.execute(trx);
    return rows[0]?.allowed ?? false;
  });
}

/** `earlier`: other places that began before it. `isNew`: the viewer has access, and the place has no entry yet. */
export interface NotedPlaying {
  stopped: boolean;
  earlier: number;
  isNew: boolean;
}

export function mayGoOn({ stopped, earlier }: NotedPlaying): boolean {
  return !stopped && earlier < maxPlaces;
}

/**
 * Notes that the player of a known place still plays, if its viewer bought the video or was granted access, and not
 * for its creator. Returns parts of another statement's WITH, and columns that read a `NotedPlaying`.
 */
export function playingParts({ userId, videoId, place }: Place) {
  const parts = sql`
    allowed AS (
      SELECT videos.id FROM videos WHERE videos.id = ${videoId} AND ${hasAccess(userId)}
    ), mine AS (
      SELECT id, opened_at, last_at, stopped_at FROM video_accesses
      WHERE user_id = ${userId} AND video_id = ${videoId} AND place = ${place}
        AND last_at > now() - make_interval(hours => ${sql.lit(entryHours)})
      ORDER BY opened_at DESC LIMIT 1
    ), touched AS (
      UPDATE video_accesses SET last_at = now() FROM mine, allowed
      WHERE video_accesses.id = mine.id AND mine.stopped_at IS NULL AND mine.last_at < now() - ${seconds(touchSeconds)}
    )`;
  const columns = sql`
    coalesce((SELECT stopped_at IS NOT NULL FROM mine), false) AS stopped,
      EXISTS (SELECT FROM allowed) AND NOT EXISTS (SELECT FROM mine) AS "isNew",
      (SELECT count(DISTINCT other.place)::integer FROM video_accesses AS other
       WHERE other.user_id = ${userId} AND other.place <> ${place} AND ${plays}
         AND (other.opened_at, other.place) < ((SELECT opened_at FROM mine), ${place})) AS earlier`;
  return { parts, columns };
}

/** One entry for each place, the newest first. */
export async function listOtherPlaces(db: Db, { userId, place }: { userId: string; place: string }) {
  const { rows } = await sql<{
    device: string | null;
    address: string | null;
    title: string;
    opened_at: Date;
  }>`
    SELECT device, address, title, opened_at FROM (
      SELECT DISTINCT ON (place) place, device, address, opened_at, last_at, title
      FROM video_accesses AS other JOIN videos ON videos.id = video_id
      WHERE user_id = ${userId} AND place <> ${place} AND ${plays}
      ORDER BY place, last_at DESC
    ) AS places ORDER BY last_at DESC LIMIT 20`.execute(db);
  return rows;
}

/** Returns how many places were stopped. */
export async function stopOtherPlaces(
  db: Db,
  { userId, place }: { userId: string; place: string },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    WITH stopped AS (
      UPDATE video_accesses SET stopped_at = now()
      WHERE user_id = ${userId} AND place <> ${place} AND stopped_at IS NULL
        AND last_at > now() - ${seconds(placeSeconds)}
      RETURNING place)
    SELECT count(DISTINCT place)::integer AS number FROM stopped`.execute(db);
  return rows[0]?.number ?? 0;
}

/** The openings of a video, or of a course's lessons, the newest first, for the answer to a dispute. */
export async function listAccesses(
  db: Db,
  { userId, videoId, since, limit }: { userId: string; videoId: string; since: Date; limit: number },
) {
  return db
    .selectFrom("video_accesses")
    .select(["opened_at", "last_at", "address", "device"])
    .where("user_id", "=", userId)
    .where("opened_at", ">=", since)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("video_id", "=", videoId),
        eb(
          "video_id",
          "in",
          selectFrom("course_lessons").select("course_lessons.video_id").where("course_id", "=", videoId),
        ),
      ]),
    )
    .orderBy("opened_at", "desc")
    .limit(limit)
    .execute();
}
