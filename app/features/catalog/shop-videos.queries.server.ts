import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";
import { inShop } from "./for-sale.queries.server";
import { titleHas } from "./title-search.queries.server";
import { cardColumns, type VideoCardRow, videosPerPage } from "./video-cards.queries.server";

/** Lists what is for sale, newest first; `search` is a part of the title, in any case (product.md, Marketplace). */
export async function listShopVideos(
  db: Db,
  { search, after, creatorId }: { search?: string; after?: Cursor; creatorId?: string },
): Promise<Page<VideoCardRow & { creator_id: string; creator_name: string }>> {
  let query = db
    .selectFrom("videos")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select([...cardColumns, "videos.creator_id", "creator_profiles.full_name as creator_name"])
    .where(inShop)
    .orderBy("videos.created_at", "desc")
    .orderBy("videos.id", "desc")
    .limit(videosPerPage + 1);
  if (search) query = query.where(titleHas(search));
  if (creatorId) query = query.where("videos.creator_id", "=", creatorId);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("videos.created_at", "videos.id"), "<", tuple(after.createdAt, after.id)),
    );
  }
  return toPage(await query.execute(), videosPerPage);
}

/** Finds what the public page of a video for sale shows. */
export async function findShopVideo(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select([...cardColumns, "videos.creator_id", "creator_profiles.full_name as creator_name"])
    .where("videos.id", "=", videoId)
    .where(inShop)
    .executeTakeFirst();
}

/** Lists what is for sale for the sitemap: the newest, at most 10,000. */
export async function listSitemapVideos(db: Db) {
  return db
    .selectFrom("videos")
    .select(["id", "published_at"])
    .where(inShop)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(10_000)
    .execute();
}
