import { type RawBuilder, sql } from "kysely";
import { selectPurchases } from "~/features/orders/purchases/purchases.queries.server";
import { isBegun } from "~/features/playback/access/watch-positions.queries.server";
import { hasCertificate } from "~/features/playback/certificates/certificates.queries.server";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import { offlineState } from "~/features/videos/listing/offline-switch.queries.server";
import type { Db } from "~/platform/db.server";
import { type LibraryFilters, type LibraryGroup, libraryGroups } from "./library-filters";

const libraryPageSize = 20;

const overviewSize: Record<LibraryGroup, number> = { pay: 20, going: 3, new: 6, done: 6, other: 3 };

interface Placed {
  sale_id: string;
  group_name: LibraryGroup;
  /** Sort key: newest first; or of a title. */
  at: Date;
}

/** The buyer must still say where a refund goes. */
const waitsForKey = sql<boolean>`EXISTS (SELECT FROM refunds WHERE refunds.sale_id = sales.id
  AND refunds.channel = 'outside' AND refunds.status = 'requested' AND refunds.key_given_at IS NULL)`;

/** Of a video, or of all lessons of a course together, which is completed when its present lessons are. */
const watchedOfSale = sql<{
  seconds: number;
  watched_seconds: number;
  done_at: Date | null;
  updated_at: Date;
}>`(
  SELECT seconds, watched_seconds, done_at, updated_at FROM watch_positions
  WHERE video_id = sales.video_id AND user_id = sales.consumer_id AND videos.lesson_count IS NULL
  UNION ALL
  SELECT 0, sum(watched_seconds)::integer, CASE WHEN count(done_at) = count(*) THEN max(done_at) END, max(updated_at)
  FROM course_lessons LEFT JOIN watch_positions AS seen
    ON seen.video_id = course_lessons.video_id AND seen.user_id = sales.consumer_id
  WHERE course_id = sales.video_id AND removed_at IS NULL AND videos.lesson_count IS NOT NULL
  HAVING max(updated_at) IS NOT NULL)`;

/** Decides part and sort key of each of a person's purchases, without paid gifts. */
function placePurchases(
  { consumerId, search, now }: { consumerId: string; search: string; now: Date },
  sort: LibraryFilters["sort"],
): RawBuilder<Placed> {
  const matches =
    search === ""
      ? sql`true`
      : sql`(strpos(videos.title_plain, plain(${search})) > 0 OR ${isSpoken(search)})`;
  const at = {
    recent: sql`coalesce(done_at, watch_positions.updated_at, paid_at, sales.created_at)`,
    bought: sql`coalesce(paid_at, sales.created_at)`,
    title: sql`coalesce(paid_at, sales.created_at)`,
  }[sort];
  const title = sort === "title" ? sql`videos.title_plain` : sql`''`;
  return sql`SELECT sales.id AS sale_id, ${at} AS at, ${title} AS title_key,
      CASE
        WHEN sales.status = 'completed'
          THEN CASE WHEN done_at IS NOT NULL THEN 'done' WHEN ${isBegun} THEN 'going' ELSE 'new' END
        WHEN ${waitsForKey} THEN 'pay'
        WHEN sales.status = 'processing' AND NOT sales.duplicate AND sales.set_aside_at IS NULL THEN 'pay'
        WHEN sales.status = 'pending' AND checkout_url IS NOT NULL AND checkout_expires_at > ${now} THEN 'pay'
        ELSE 'other'
      END AS group_name
    FROM sales JOIN videos ON videos.id = sales.video_id
      LEFT JOIN LATERAL ${watchedOfSale} AS watch_positions ON true
    WHERE sales.consumer_id = ${consumerId} AND NOT (sales.is_gift AND sales.status = 'completed') AND ${matches}`;
}

function isSpoken(search: string): RawBuilder<boolean> {
  // First all cues as one text: only captions that have the search are taken apart.
  return sql`(sales.status = 'completed' AND EXISTS (
    SELECT FROM video_captions JOIN LATERAL jsonb_array_elements(cues) AS cue ON strpos(plain(cues::text), plain(${search})) > 0
    WHERE video_captions.video_id = sales.video_id AND strpos(plain(cue ->> 'text'), plain(${search})) > 0))`;
}

/** `from`: milliseconds. */
function firstSpoken(search: string) {
  return sql<{ from: number; text: string } | null>`(
    SELECT jsonb_build_object('from', cue -> 'from', 'text', cue ->> 'text')
    FROM video_captions CROSS JOIN LATERAL jsonb_array_elements(cues) AS cue
    WHERE video_captions.video_id = sales.video_id AND sales.status = 'completed'
      AND strpos(plain(cue ->> 'text'), plain(${search})) > 0
    ORDER BY (cue ->> 'from')::integer LIMIT 1)`;
}

function selectLibrary(db: Db) {
  return selectPurchases(db)
    .leftJoinLateral(watchedOfSale.as<"watch_positions">("watch_positions"), (join) => join.onTrue())
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .leftJoin("reviews", (join) =>
      join
        .onRef("reviews.video_id", "=", "sales.video_id")
        .onRef("reviews.author_id", "=", "sales.consumer_id")
        .on("reviews.deleted_at", "is", null),
    )
    .select([
      "videos.duration_seconds",
      "creator_profiles.full_name as creator_name",
      "watch_positions.seconds as position_seconds",
      "watch_positions.watched_seconds",
      "watch_positions.done_at",
      "watch_positions.updated_at as watched_at",
      "reviews.rating as own_rating",
    ])
    .select(hasCertificate("sales.consumer_id", "sales.video_id").as("has_certificate"))
    .select(offlineState.as("offline"));
}

interface LibraryQuery {
  consumerId: string;
  now: Date;
}

/** The first purchases of each part, with how many each part has. */
export async function listOverview(db: Db, query: LibraryQuery) {
  const limits = sql.join(
    libraryGroups.map((group) => sql`WHEN ${sql.lit(group)} THEN ${sql.lit(overviewSize[group])}`),
    sql` `,
  );
  const placed = sql<Placed & { place: number; number: number }>`(
    SELECT *, row_number() OVER (PARTITION BY group_name ORDER BY at DESC, sale_id DESC)::integer AS place,
      count(*) OVER (PARTITION BY group_name)::integer AS number
    FROM (${placePurchases({ ...query, search: "" }, "recent")}) AS placed)`.as<"placed">("placed");
  return selectLibrary(db)
    .innerJoin(placed, "placed.sale_id", "sales.id")
    .select(["placed.group_name", "placed.number"])
    .where(sql<boolean>`place <= CASE group_name ${limits} END`)
    .orderBy("placed.place")
    .execute();
}

/** `next`: the purchase after which the next page begins. */
export async function listLibrary(
  db: Db,
  {
    consumerId,
    now,
    show,
    search,
    sort,
    after,
  }: LibraryQuery & LibraryFilters & { after: string | undefined },
) {
  // Titles go up, moments down.
  const order = sql.raw(sort === "title" ? "ASC" : "DESC");
  const key = sql`(title_key, at, sale_id)`;
  const beyond = after
    ? sql`${key} ${sql.raw(sort === "title" ? ">" : "<")} (SELECT title_key, at, sale_id FROM mine WHERE sale_id = ${after})`
    : sql`true`;
  const placed = sql<Placed & { place: number }>`(
    WITH mine AS (${placePurchases({ consumerId, search, now }, sort)})
    SELECT *, row_number() OVER (ORDER BY title_key ${order}, at ${order}, sale_id ${order})::integer AS place
    FROM mine WHERE ${show ? sql`group_name = ${show}` : sql`group_name <> 'other'`} AND ${beyond}
    ORDER BY place LIMIT ${sql.lit(libraryPageSize + 1)})`.as<"placed">("placed");
  const rows = await selectLibrary(db)
    .innerJoin(placed, "placed.sale_id", "sales.id")
    .select(["placed.group_name"])
    .select((search ? firstSpoken(search) : sql<null>`NULL`).as("said"))
    .orderBy("placed.place")
    .execute();
  const page = rows.slice(0, libraryPageSize);
  return { rows: page, next: rows.length > libraryPageSize ? page.at(-1)?.id : undefined };
}

export async function countLibrary(db: Db, query: LibraryQuery) {
  const { rows } = await sql<{ group_name: LibraryGroup; number: number }>`
    SELECT group_name, count(*)::integer AS number FROM (${placePurchases({ ...query, search: "" }, "recent")}) AS placed
    GROUP BY group_name`.execute(db);
  return rows;
}

const receivedSize = 24;

/** The newest, also while a dispute suspends the access. */
export async function listReceived(db: Db, userId: string) {
  return db
    .selectFrom("access_grants")
    .innerJoin("videos", "videos.id", "access_grants.product_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(["videos.id", "videos.title", "videos.thumbnail_url", "access_grants.reason"])
    .select(sql<boolean>`access_grants.revoked_at IS NOT NULL`.as("is_suspended"))
    .select(["access_grants.granted_at", "creator_profiles.full_name as creator_name"])
    .select(hasCertificate("access_grants.user_id", "access_grants.product_id").as("has_certificate"))
    .where("access_grants.user_id", "=", userId)
    .where(({ eb, or, and, not, exists, selectFrom }) =>
      or([
        eb("access_grants.revoked_at", "is", null),
        and([
          exists(
            selectFrom("sales")
              .select("sales.id")
              .whereRef("sales.id", "=", "access_grants.sale_id")
              .where("sales.status", "=", "disputed"),
          ),
          not(hasAccess(userId, sql.ref("access_grants.product_id"))),
        ]),
      ]),
    )
    .where("access_grants.reason", "!=", "sale")
    .orderBy("access_grants.granted_at", "desc")
    .orderBy("access_grants.id", "desc")
    .limit(receivedSize)
    .execute();
}
