import { sql } from "kysely";
import { coursesWithVideo } from "~/features/videos/courses/course-lessons.queries.server";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import { inShop, isOffered } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";
import { type ShopCardRow, selectShopCards } from "./shop-videos.queries.server";

/** Per account. */
export const maxSaved = 100;

/** Per browser: the ids are in a cookie. */
export const maxSavedInBrowser = 30;

/** Half a year after the last change. */
export const savedCookieSeconds = 180 * 86_400;

/** Smaller falls are not mailed. */
const fallenShare = 0.95;

/** Per video and person. */
const daysBetweenPriceMails = 7;

/** How many more videos an account may save. Videos not for sale do not count, up to `maxSaved`. */
const freePlaces = (userId: string) => sql<number>`(
  SELECT least(${maxSaved} - count(*) FILTER (WHERE ${isOffered("kept")}), ${2 * maxSaved} - count(*))::int
  FROM saved_videos JOIN videos AS kept ON kept.id = video_id WHERE user_id = ${userId})`;

/**
 * Saves videos for sale at their current price, the first as the newest, up to the limit, without the person's own.
 * Locks the account, so that a concurrent call counts them.
 */
export async function insertSaved(
  trx: Db,
  { userId, videoIds, now }: { userId: string; videoIds: readonly string[]; now: Date },
): Promise<void> {
  if (videoIds.length === 0) return;
  await trx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  await sql`
    INSERT INTO saved_videos (user_id, video_id, price_cents, saved_at)
    SELECT ${userId}::uuid, videos.id, price_cents, ${now}::timestamptz - place * interval '1 millisecond'
    FROM unnest(${[...videoIds]}::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN videos ON videos.id = wanted.id
    WHERE ${isOffered("videos")} AND videos.creator_id <> ${userId}::uuid
      AND NOT EXISTS (SELECT FROM saved_videos AS before WHERE before.user_id = ${userId} AND before.video_id = videos.id)
    ORDER BY place
    LIMIT greatest(0, ${freePlaces(userId)})
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Omits products that are not for sale, alone or in courses; keeps the order. */
export async function keepOffered(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "in", ids)
    .where(isOffered("videos"))
    .execute();
  const offered = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => offered.has(id));
}

export async function isSavedFull(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    SELECT ${freePlaces(userId)} <= 0 AS full`.execute(db);
  return rows[0]?.full === true;
}

export async function deleteSaved(
  db: Db,
  { userId, videoId }: { userId: string; videoId: string },
): Promise<void> {
  await db.deleteFrom("saved_videos").where("user_id", "=", userId).where("video_id", "=", videoId).execute();
}

/** For sale, newest first. */
export async function listSavedOf(db: Db, userId: string): Promise<ShopCardRow[]> {
  const savedRow = sql`FROM saved_videos WHERE user_id = ${userId} AND video_id = videos.id`;
  return selectShopCards(db)
    .where(sql<boolean>`EXISTS (SELECT ${savedRow})`)
    .orderBy(sql`(SELECT saved_at ${savedRow})`, "desc")
    .orderBy("videos.id")
    .limit(maxSaved)
    .execute();
}

/** For sale, in the order of the ids. */
export async function listSavedByIds(db: Db, ids: readonly string[]): Promise<ShopCardRow[]> {
  if (ids.length === 0) return [];
  const rows: ShopCardRow[] = await selectShopCards(db).where("videos.id", "in", ids).execute();
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** With their courses, newest first. */
export async function listSavedInCourses(db: Db, saved: { userId: string } | { ids: readonly string[] }) {
  if ("ids" in saved && saved.ids.length === 0) return [];
  const ofAccount =
    "userId" in saved && sql`FROM saved_videos WHERE user_id = ${saved.userId} AND video_id = videos.id`;
  const isSaved = ofAccount
    ? sql<boolean>`EXISTS (SELECT ${ofAccount})`
    : sql<boolean>`videos.id = ANY (${"ids" in saved ? [...saved.ids] : []}::uuid[])`;
  return db
    .selectFrom("videos")
    .select(["videos.id", "title", "thumbnail_url", coursesWithVideo.as("courses")])
    .select(("userId" in saved ? hasAccess(saved.userId) : sql<boolean>`false`).as("is_owned"))
    .where(isSaved)
    .where("sold_alone", "=", false)
    .where(isOffered("videos"))
    .where(sql<boolean>`NOT (${inShop})`)
    .$if(ofAccount !== false, (query) => query.orderBy(sql`(SELECT saved_at ${ofAccount})`, "desc"))
    .orderBy("videos.id")
    .limit(maxSaved)
    .execute();
}

export async function findTitleForSale(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "title"])
    .where("id", "=", videoId)
    .where(inShop)
    .executeTakeFirst();
}

/** Claims people who saved the video at a clearly higher price, and stores the current one. Cents. */
export async function takePriceFalls(
  trx: Db,
  { videoId, now, limit }: { videoId: string; now: Date; limit: number },
): Promise<{ user_id: string; before_cents: number }[]> {
  const { rows } = await sql<{ user_id: string; before_cents: number }>`
    WITH due AS (
      SELECT saved_videos.user_id, saved_videos.price_cents AS before_cents, videos.price_cents AS now_cents
      FROM saved_videos JOIN videos ON videos.id = saved_videos.video_id
      WHERE saved_videos.video_id = ${videoId} AND ${inShop}
        AND videos.price_cents <= saved_videos.price_cents * ${fallenShare}::numeric
        AND (told_at IS NULL OR told_at < ${now}::timestamptz - make_interval(days => ${daysBetweenPriceMails}))
      ORDER BY saved_videos.user_id LIMIT ${limit} FOR UPDATE OF saved_videos SKIP LOCKED
    )
    UPDATE saved_videos SET price_cents = due.now_cents, told_at = ${now}
    FROM due WHERE saved_videos.video_id = ${videoId} AND saved_videos.user_id = due.user_id
    RETURNING due.user_id, due.before_cents`.execute(trx);
  return rows;
}

/** Undefined if not for sale, or the reader has access. */
export async function findSavedToBuy(db: Db, { userId, videoId }: { userId: string; videoId: string }) {
  return db
    .selectFrom("videos")
    .innerJoin("saved_videos", "saved_videos.video_id", "videos.id")
    .select(["videos.id", "title", "videos.price_cents", "videos.currency", "thumbnail_url"])
    .where("videos.id", "=", videoId)
    .where("saved_videos.user_id", "=", userId)
    .where(inShop)
    .where(sql<boolean>`NOT ${hasAccess(userId)}`)
    .executeTakeFirst();
}
