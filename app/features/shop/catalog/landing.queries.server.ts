import { sql } from "kysely";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";
import { selectShopCards } from "./shop-videos.queries.server";

export async function listNewestVideos(db: Db, limit: number) {
  return selectShopCards(db)
    .orderBy("videos.created_at", "desc")
    .orderBy("videos.id", "desc")
    .limit(limit)
    .execute();
}

export async function listBestSellers(db: Db, limit: number) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "price_cents", "currency", "thumbnail_url"])
    .where(inShop)
    .orderBy("sales_count", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** From the running count. */
export async function countVideosInShop(db: Db): Promise<number> {
  const { number } = await db
    .selectFrom("running_counts")
    .select(({ fn }) => fn.sum("number").as("number"))
    .where("kind", "=", "videos")
    .executeTakeFirstOrThrow();
  // A sum of bigint is a text, and without rows null.
  return Number(number);
}

/** Empty if there is no name, or it is an e-mail address. */
export async function findFirstName(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom("users")
    .select(
      sql<string | null>`coalesce(
        (SELECT full_name FROM consumer_profiles WHERE user_id = users.id),
        (SELECT full_name FROM creator_profiles WHERE user_id = users.id))`.as("name"),
    )
    .where("id", "=", userId)
    .executeTakeFirst();
  const [first = ""] = (row?.name ?? "").trim().split(/\s+/);
  return first.includes("@") ? "" : first;
}
