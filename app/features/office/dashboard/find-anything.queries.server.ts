import { titleHas } from "~/features/shop/catalog/shop-videos.queries.server";
import type { Db } from "~/platform/db.server";

/** `id`: the provider's. Returns a refund's sale. */
export async function findDisputeOrRefund(
  db: Db,
  id: string,
): Promise<{ disputeId: string } | { saleId: string } | undefined> {
  const dispute = await db.selectFrom("disputes").select("id").where("id", "=", id).executeTakeFirst();
  if (dispute) return { disputeId: dispute.id };
  const refund = await db
    .selectFrom("refunds")
    .select("sale_id")
    .where("provider_refund_id", "=", id)
    .executeTakeFirst();
  return refund && { saleId: refund.sale_id };
}

/** Undefined for an unknown id. */
export async function findOwnerOfId(db: Db, id: string) {
  return db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom("creator_profiles").select("id").where("user_id", "=", id)).as("isCreator"),
      exists(selectFrom("consumer_profiles").select("id").where("user_id", "=", id)).as("isConsumer"),
      selectFrom("videos")
        .select("title")
        .where("id", "=", id)
        .where("published_at", "is not", null)
        .as("title"),
    ])
    .executeTakeFirst();
}

/** Published videos with a text in the title, by title; any `limit` of them. */
export async function listVideosByTitle(db: Db, { title, limit }: { title: string; limit: number }) {
  const videos = db
    .selectFrom("videos")
    .select(["videos.id", "videos.title", "videos.creator_id"])
    .where(titleHas(title))
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .limit(limit);
  return db
    .selectFrom(videos.as("video"))
    .leftJoin("creator_profiles", "creator_profiles.user_id", "video.creator_id")
    .select(["video.id", "video.title", "creator_profiles.full_name as creator"])
    .orderBy("video.title")
    .orderBy("video.id")
    .execute();
}
