import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";

const pageSize = 1_000;

/** Reads the running count. */
export async function countSitemapVideos(db: Db): Promise<number> {
  const { number } = await db
    .selectFrom("running_counts")
    .select(({ fn }) => fn.sum<string | null>("number").as("number"))
    .where("kind", "=", "videos")
    .executeTakeFirstOrThrow();
  return Number(number);
}

/** Lists at most 1,000 videos for sale by id: after `after`, up to `last`. */
export async function listSitemapVideos(db: Db, { after, last }: { after: string; last: string }) {
  return db
    .selectFrom("videos")
    .select([
      "id",
      "title",
      "description",
      "price_cents",
      "currency",
      "thumbnail_url",
      "published_at",
      "content_updated_at",
      "preview_kind",
      "preview_status",
      "preview_key",
      "preview_length",
      "preview_youtube_id",
    ])
    .where("id", ">", after)
    .where("id", "<=", last)
    .where(inShop)
    .orderBy("id")
    .limit(pageSize)
    .execute();
}

/** Lists at most 1,000 creators with something for sale by id: after `after`, up to `last`. */
export async function listSitemapCreators(db: Db, { after, last }: { after: string; last: string }) {
  return db
    .selectFrom("creator_figures")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "creator_figures.creator_id")
    .innerJoin("users", "users.id", "creator_figures.creator_id")
    .select(["creator_figures.creator_id as id", "handle"])
    .where("creator_figures.creator_id", ">", after)
    .where("creator_figures.creator_id", "<=", last)
    .where("video_count", ">", 0)
    .where("users.suspended_at", "is", null)
    .orderBy("creator_figures.creator_id")
    .limit(pageSize)
    .execute();
}
