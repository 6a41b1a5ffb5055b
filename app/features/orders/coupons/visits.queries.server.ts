import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { VisitSource, VisitSum } from "./visit-source";

/** Per video and day; more are counted as `other`. */
const maxSources = 100;

/** Ignores deleted videos; an unknown coupon counts as `other`. Locks rows in one order: several processes may add. */
export async function addVisits(db: Db, sums: readonly VisitSum[]): Promise<void> {
  await sql`
    INSERT INTO video_visits AS known (video_id, day, source, views, previews)
    SELECT video_id, day, source, sum(views)::integer, sum(previews)::integer
    FROM (
      SELECT video.id AS video_id, sent.day, sent.views, sent.previews,
        CASE
          WHEN sent.source LIKE 'coupon:%' AND NOT EXISTS (
            SELECT FROM coupons WHERE code = substr(sent.source, 8)
              AND (creator_id = video.creator_id OR creator_id IS NULL)) THEN 'other'
          WHEN sent.source LIKE '%:%'
            AND NOT EXISTS (
              SELECT FROM video_visits had
              WHERE had.video_id = video.id AND had.day = sent.day AND had.source = sent.source)
            AND (SELECT count(*) FROM video_visits had WHERE had.video_id = video.id AND had.day = sent.day)
              >= ${maxSources} THEN 'other'
          ELSE sent.source
        END AS source
      FROM unnest(${sums.map(({ videoId }) => videoId)}::uuid[], ${sums.map(({ previewKey }) => previewKey)}::text[],
        ${sums.map(({ day }) => day)}::date[], ${sums.map(({ source }) => source)}::text[],
        ${sums.map(({ views }) => views)}::integer[], ${sums.map(({ previews }) => previews)}::integer[])
        AS sent (video_id, preview_key, day, source, views, previews)
      CROSS JOIN LATERAL (
        SELECT id, creator_id FROM videos WHERE id = sent.video_id
        UNION ALL
        SELECT id, creator_id FROM videos
        WHERE creator_id = split_part(sent.preview_key, '/', 1)::uuid AND preview_key = sent.preview_key
      ) AS video
    ) AS found
    GROUP BY video_id, day, source
    ORDER BY video_id, day, source
    ON CONFLICT (video_id, day, source) DO UPDATE
      SET views = known.views + excluded.views, previews = known.previews + excluded.previews`.execute(db);
}

export async function insertSaleSource(
  db: Db,
  { consumerId, videoId, source }: { consumerId: string; videoId: string; source: VisitSource },
): Promise<void> {
  await sql`
    INSERT INTO sale_sources (sale_id, source)
    SELECT id, ${source} FROM sales
    WHERE consumer_id = ${consumerId} AND video_id = ${videoId} AND status = 'pending'
    ON CONFLICT (sale_id) DO NOTHING`.execute(db);
}

/** Deletes sums of days before `before`; returns how many. */
export async function deleteOldVisits(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM video_visits WHERE (video_id, day, source) IN (
      SELECT video_id, day, source FROM video_visits WHERE day < ${before}::date LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
