import { sql } from "kysely";
import type { From, Place } from "~/features/playback/access/places.queries.server";
import { mayWatch } from "~/features/playback/access/watch-positions.queries.server";
import type { NoteView } from "~/features/playback/notes/note-view";
import { notesOfVideo } from "~/features/playback/notes/notes.queries.server";
import { hasKeepableFile, isOfflineAllowed } from "~/features/videos/listing/offline-switch.queries.server";
import { hasLadder } from "~/features/videos/media/ladders.queries.server";
import { soundOnly } from "~/features/videos/media/rungs";
import type { StreamDownloads } from "~/integrations/streaming/streaming";
import type { Database, Db } from "~/platform/db.server";

/** Days that a copy plays after its last contact with the server. */
export const leaseDays = 14;

/** Devices of one person; copies on one device. */
const maxDevices = 2;
const maxCopies = 20;

/** SQL condition on `device_copies`. */
const isSignedIn = sql<boolean>`EXISTS (SELECT FROM sessions
  WHERE sessions.user_id = device_copies.user_id AND starts_with(id_hash, device_copies.place))`;

/** SQL number: other devices on which a person has copies now. */
const countOtherDevices = ({
  userId,
  place,
  now,
}: Pick<Place, "userId" | "place"> & { now: Date }) => sql<number>`(
  SELECT count(DISTINCT place)::integer FROM device_copies
  WHERE user_id = ${userId} AND place <> ${place} AND ${isSignedIn}
    AND renewed_at > ${now}::timestamptz - make_interval(days => ${sql.lit(leaseDays)}))`;

async function lockCopies(trx: Db, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('copies:' || ${userId}, 0))`.execute(trx);
}

/** Takes or renews a device's copy of a video; the access log counts a new one as delivery. */
export async function takeCopy(
  db: Database,
  { userId, videoId, place, address, device, now }: Place & From & { now: Date },
): Promise<{ ok: true; id: string } | { ok: false; error: "devices" | "full" }> {
  return db.transaction().execute(async (trx) => {
    await lockCopies(trx, userId);
    const before = await trx
      .updateTable("device_copies")
      .set({ renewed_at: now })
      .where("user_id", "=", userId)
      .where("place", "=", place)
      .where("video_id", "=", videoId)
      .returning("id")
      .executeTakeFirst();
    if (before) return { ok: true, id: before.id };
    const { rows } = await sql<{ devices: number; copies: number }>`
      SELECT ${countOtherDevices({ userId, place, now })} AS devices,
        (SELECT count(*)::integer FROM device_copies WHERE user_id = ${userId} AND place = ${place}) AS copies`.execute(
      trx,
    );
    const [counts] = rows;
    if (!counts || counts.devices >= maxDevices) return { ok: false, error: "devices" };
    if (counts.copies >= maxCopies) return { ok: false, error: "full" };
    const { id } = await trx
      .insertInto("device_copies")
      .values({ user_id: userId, video_id: videoId, place, kept_at: now, renewed_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    // The place of no session, so that it does not count as one that plays.
    const delivery = { place: `copy:${id.slice(0, 8)}`, address, device, opened_at: now, last_at: now };
    await trx
      .insertInto("video_accesses")
      .values({ user_id: userId, video_id: videoId, ...delivery })
      .execute();
    return { ok: true, id };
  });
}

interface RenewedCopy {
  id: string;
  /** Where the learner stopped. */
  seconds: number;
  notes: NoteView[];
}

/** Renews the copies that may still be watched and kept, also those of an ended session; deletes the others. */
export async function renewCopies(
  db: Database,
  { userId, place, ids, now }: Pick<Place, "userId" | "place"> & { ids: readonly string[]; now: Date },
): Promise<RenewedCopy[]> {
  return db.transaction().execute(async (trx) => {
    await lockCopies(trx, userId);
    const { rows } = await sql<RenewedCopy>`
      UPDATE device_copies SET renewed_at = ${now}, place = ${place} FROM videos
      WHERE videos.id = device_copies.video_id AND device_copies.user_id = ${userId}
        AND device_copies.id = ANY (${ids}::uuid[]) AND ${mayWatch(userId)} AND ${isOfflineAllowed}
        AND (device_copies.place = ${place} OR (NOT ${isSignedIn}
          AND ${countOtherDevices({ userId, place, now })} < ${sql.lit(maxDevices)}
          AND NOT EXISTS (SELECT FROM device_copies AS same WHERE same.user_id = ${userId}
            AND same.place = ${place} AND same.video_id = device_copies.video_id)))
      RETURNING device_copies.id, coalesce((SELECT seconds FROM watch_positions
        WHERE watch_positions.user_id = ${userId} AND watch_positions.video_id = device_copies.video_id), 0) AS seconds,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'second', second, 'text', text)), '[]')
          FROM (SELECT notes.id, second, text FROM notes
            WHERE notes.user_id = ${userId} AND notes.video_id = device_copies.video_id
            ORDER BY second, notes.id LIMIT ${sql.lit(notesOfVideo)}) AS note) AS notes`.execute(trx);
    const renewed = rows.map(({ id }) => id);
    await sql`DELETE FROM device_copies WHERE user_id = ${userId} AND place = ${place}
      AND id = ANY (${ids}::uuid[]) AND id <> ALL (${renewed}::uuid[])`.execute(trx);
    return rows;
  });
}

export async function dropCopy(db: Db, { userId, videoId, place }: Place): Promise<void> {
  await db
    .deleteFrom("device_copies")
    .where("user_id", "=", userId)
    .where("video_id", "=", videoId)
    .where("place", "=", place)
    .execute();
}

/**
 * A video that a device can keep. `renditions`: the sound alone (`soundOnly`), then the smallest picture first; none
 * where there is only the file itself. `stream`: its files at the streaming service, in bytes; null while unknown, 0
 * where there is none.
 */
export interface KeepableVideo {
  id: string;
  title: string;
  duration_seconds: number | null;
  /** Null for a file at the streaming service. */
  video_url: string | null;
  renditions: { height: number; bytes: number; key: string }[];
  stream: ({ uid: string } & StreamDownloads) | null;
}

/** The video itself, or the lessons of a course in order, uncompleted ones first. */
export async function listKeepable(
  db: Db,
  { userId, productId }: { userId: string; productId: string },
): Promise<KeepableVideo[]> {
  const { rows } = await sql<KeepableVideo>`
    SELECT videos.id, title, duration_seconds, video_url,
      CASE WHEN ${hasLadder} THEN coalesce((SELECT jsonb_agg(jsonb_build_object(
          'height', height, 'bytes', bytes, 'key', key) ORDER BY height)
        FROM (SELECT short_side, bytes, storage_key FROM video_rungs
          WHERE video_rungs.video_id = videos.id AND short_side <= 720
          UNION ALL SELECT ${sql.lit(soundOnly)}, sound_bytes, sound_key FROM video_ladders
          WHERE video_ladders.video_id = videos.id AND extras = 'ready' AND sound_key IS NOT NULL
        ) AS rendition (height, bytes, key)), '[]') ELSE '[]' END AS renditions,
      (SELECT jsonb_build_object('uid', cloudflare_video_id, 'mp4', mp4_bytes, 'sound', sound_bytes)
        FROM video_streams WHERE video_id = videos.id AND cloudflare_video_id IS NOT NULL) AS stream
    FROM videos LEFT JOIN course_lessons ON course_lessons.video_id = videos.id AND course_id = ${productId}
    LEFT JOIN watch_positions ON watch_positions.video_id = videos.id AND watch_positions.user_id = ${userId}
    WHERE (videos.id = ${productId} OR course_id IS NOT NULL)
      AND ${hasKeepableFile} AND ${isOfflineAllowed} AND ${mayWatch(userId)}
    ORDER BY done_at IS NOT NULL, position LIMIT ${sql.lit(maxCopies)}`.execute(db);
  return rows;
}
