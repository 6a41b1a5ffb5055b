import { type RawBuilder, sql } from "kysely";
import { dayIn, startsAt } from "~/features/base/form-fields/days.queries.server";
import type { VisitSource } from "~/features/orders/coupons/visit-source";
import type { Db } from "~/platform/db.server";
import type { Figures } from "./advice";
import { listedSources, listedVideos } from "./figures-view";

export interface FiguresOf {
  creatorId: string;
  /** `YYYY-MM-DD` in São Paulo, both included. */
  from: string;
  until: string;
  videoId?: string | undefined;
}

/** `cents`: the creator's part, less what was refunded. */
export interface EarnedFigures extends Figures {
  cents: number;
}

function counted({ creatorId, from, until, videoId }: FiguresOf): RawBuilder<unknown> {
  const ofVideo = videoId ? sql`AND videos.id = ${videoId}` : sql``;
  const begin = startsAt(sql`${from}::date`);
  const end = startsAt(sql`${until}::date + 1`);
  const source = sql`coalesce('coupon:' || sale_coupons.code, sale_sources.source, 'direct')`;
  return sql`
    SELECT videos.id AS video_id, visits.day, visits.source, visits.views, visits.previews,
      0 AS checkouts, 0 AS sales, 0 AS taken, 0 AS cents
    FROM videos JOIN video_visits visits ON visits.video_id = videos.id
    WHERE videos.creator_id = ${creatorId} AND visits.day BETWEEN ${from}::date AND ${until}::date ${ofVideo}
    UNION ALL
    SELECT videos.id, ${dayIn(sql`sales.created_at`)}, ${source}, 0, 0, 1, 0, 0, 0
    FROM videos JOIN sales ON sales.video_id = videos.id
      LEFT JOIN sale_coupons ON sale_coupons.sale_id = sales.id
      LEFT JOIN sale_sources ON sale_sources.sale_id = sales.id
    WHERE videos.creator_id = ${creatorId} AND sales.created_at >= ${begin} AND sales.created_at < ${end} ${ofVideo}
    UNION ALL
    SELECT videos.id, ${dayIn(sql`line.created_at`)}, ${source}, 0, 0, 0,
      (entry.reason = 'sale' AND line.amount_cents > 0)::integer, 0, line.amount_cents
    FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
      JOIN sales ON sales.id = entry.sale_id
      JOIN videos ON videos.id = sales.video_id
      LEFT JOIN sale_coupons ON sale_coupons.sale_id = sales.id
      LEFT JOIN sale_sources ON sale_sources.sale_id = sales.id
    WHERE line.creator_id = ${creatorId} AND videos.creator_id = ${creatorId} AND line.currency = 'BRL'
      AND line.account IN ('creator', 'creator_held', 'in_transit', 'paid_out')
      AND line.created_at >= ${begin} AND line.created_at < ${end}
      AND entry.reason NOT IN ('payout', 'return', 'writeOff', 'repayment') ${ofVideo}
    UNION ALL
    SELECT videos.id, ${dayIn(sql`taken.created_at`)},
      coalesce('coupon:' || taken.code, CASE WHEN taken.credit_cents IS NULL THEN 'direct' ELSE 'lessons' END), 0, 0, 0, 0, 1, 0
    FROM videos JOIN free_accesses taken ON taken.product_id = videos.id
    WHERE videos.creator_id = ${creatorId} AND taken.created_at >= ${begin} AND taken.created_at < ${end} ${ofVideo}`;
}

const sums = sql`sum(views)::integer AS views, sum(previews)::integer AS previews, sum(checkouts)::integer AS checkouts,
  sum(sales)::integer AS sales, sum(taken)::integer AS taken, sum(cents)::bigint AS cents`;

type Row = EarnedFigures & {
  kind: number;
  day: string | null;
  source: string | null;
  videoId: string | null;
};

interface FiguresSums {
  total: EarnedFigures;
  days: (EarnedFigures & { day: string })[];
  /** Those with most sales, then most taken for nothing, then most visits. */
  sources: (EarnedFigures & { source: VisitSource })[];
  videos: (EarnedFigures & { videoId: string })[];
}

export async function sumFigures(db: Db, of: FiguresOf): Promise<FiguresSums> {
  const { rows } = await sql<Row>`
    SELECT * FROM (
      SELECT grouping(day, source, video_id) AS kind, to_char(day, 'YYYY-MM-DD') AS day, source,
        video_id AS "videoId", ${sums},
        row_number() OVER (PARTITION BY grouping(day, source, video_id)
          ORDER BY sum(sales) DESC, sum(taken) DESC, sum(views) DESC, source, video_id) AS place
      FROM (${counted(of)}) AS counted
      GROUP BY GROUPING SETS ((day), (source), (video_id), ())
    ) AS ranked
    WHERE day IS NOT NULL OR place <= CASE WHEN source IS NULL THEN ${listedVideos}::integer ELSE ${listedSources}::integer END
    ORDER BY kind, place`.execute(db);
  const numbers = ({ views, previews, checkouts, sales, taken, cents }: Row): EarnedFigures => ({
    views: views ?? 0,
    previews: previews ?? 0,
    checkouts: checkouts ?? 0,
    sales: sales ?? 0,
    taken: taken ?? 0,
    // A sum of bigint is text, and null if nothing was counted.
    cents: Number(cents ?? 0),
  });
  const total = rows.find(({ day, source, videoId }) => !day && !source && !videoId);
  return {
    total: total ? numbers(total) : { views: 0, previews: 0, checkouts: 0, sales: 0, taken: 0, cents: 0 },
    days: rows.flatMap((row) => (row.day ? [{ day: row.day, ...numbers(row) }] : [])),
    sources: rows.flatMap((row) => (row.source ? [{ source: row.source, ...numbers(row) }] : [])),
    videos: rows.flatMap((row) => (row.videoId ? [{ videoId: row.videoId, ...numbers(row) }] : [])),
  };
}

export interface FigureRow extends EarnedFigures {
  day: string;
  source: VisitSource;
  videoId: string;
  title: string;
}

export async function listFigureRows(
  db: Db,
  of: FiguresOf,
  { after, limit }: { after: FigureRow | undefined; limit: number },
): Promise<FigureRow[]> {
  const beyond = after
    ? sql`WHERE (day, video_id, source) > (${after.day}::date, ${after.videoId}::uuid, ${after.source})`
    : sql``;
  const { rows } = await sql<FigureRow>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, source, video_id AS "videoId", videos.title, found.views, found.previews,
      found.checkouts, found.sales, found.taken, found.cents
    FROM (
      SELECT day, source COLLATE "C" AS source, video_id, ${sums} FROM (${counted(of)}) AS counted
      GROUP BY day, source, video_id
    ) AS found JOIN videos ON videos.id = video_id
    ${beyond} ORDER BY day, video_id, source LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
}

const offeredVideos = 200;

export interface OwnProduct {
  id: string;
  title: string;
  lesson_count: number | null;
}

export async function listOfferedVideos(db: Db, creatorId: string): Promise<OwnProduct[]> {
  return db
    .selectFrom("videos")
    .select(["id", "title", "lesson_count"])
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where("published_at", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(offeredVideos)
    .execute();
}

export async function listOwnTitles(
  db: Db,
  creatorId: string,
  videoIds: readonly string[],
): Promise<OwnProduct[]> {
  if (videoIds.length === 0) return [];
  return db
    .selectFrom("videos")
    .select(["id", "title", "lesson_count"])
    .where("creator_id", "=", creatorId)
    .where("id", "in", videoIds)
    .execute();
}
