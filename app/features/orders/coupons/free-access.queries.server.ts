import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { freeAccessesAnHour } from "./free-access";

const hourMs = 60 * 60_000;

/**
 * Returns whether a person took as many products for nothing in this hour as they may. Locks the person until the
 * transaction ends, so that of two at once the second counts the first.
 */
export async function takesTooManyFree(trx: Db, userId: string, now: Date): Promise<boolean> {
  await trx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  const { taken } = await trx
    .selectFrom("free_accesses")
    .select(sql<number>`count(*)::int`.as("taken"))
    .where("user_id", "=", userId)
    .where("created_at", ">", new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow();
  return taken >= freeAccessesAnHour;
}

/**
 * Inserts a person's free access by a coupon, or to a free product. Triggers check the coupon and count one use, or
 * check that the product is free, and grant the access (migrations/0452-free-products.ts). Throws if neither gives the
 * product. Returns the id.
 */
export async function insertFreeAccess(
  trx: Db,
  access: { userId: string; productId: string; couponId: string | null; now: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto("free_accesses")
    .columns(["user_id", "product_id", "coupon_id", "created_at"])
    .expression(
      sql`VALUES (${access.userId}::uuid, ${access.productId}::uuid, ${access.couponId}::uuid, ${access.now}::timestamptz)`,
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds a free access with what its mail shows; undefined if there is none. */
export async function findFreeAccess(db: Db, id: string) {
  return db
    .selectFrom("free_accesses")
    .innerJoin("videos", "videos.id", "product_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(["free_accesses.product_id", "free_accesses.user_id", "free_accesses.code"])
    .select(["free_accesses.created_at", "videos.title", "videos.thumbnail_url"])
    .select("creator_profiles.full_name as creator_name")
    .where("free_accesses.id", "=", id)
    .executeTakeFirst();
}
