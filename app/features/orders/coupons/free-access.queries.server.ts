import { sql } from "kysely";
import { hourMs } from "~/i18n/days";
import type { Db } from "~/platform/db.server";

export const freeAccessesAnHour = 30;

/** Returns whether a person has reached the hour's limit. Locks them until the transaction ends: requests queue. */
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

export type FreeReason = { couponId: string } | { creditCents: number } | "free";

/**
 * Triggers check the reason, count the coupon's use or freeze the sales of the lessons, and grant the access
 * (migrations/0007-access.ts). Throws if the reason does not give the product. Returns the id.
 */
export async function insertFreeAccess(
  trx: Db,
  access: { userId: string; productId: string; why: FreeReason; now: Date },
): Promise<string> {
  const { why } = access;
  const couponId = why !== "free" && "couponId" in why ? why.couponId : null;
  const creditCents = why !== "free" && "creditCents" in why ? why.creditCents : null;
  const { id } = await trx
    .insertInto("free_accesses")
    .columns(["user_id", "product_id", "coupon_id", "credit_cents", "created_at"])
    .expression(
      sql`VALUES (${access.userId}::uuid, ${access.productId}::uuid, ${couponId}::uuid, ${creditCents}::integer, ${access.now}::timestamptz)`,
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function findFreeAccess(db: Db, id: string) {
  return db
    .selectFrom("free_accesses")
    .innerJoin("videos", "videos.id", "product_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(["free_accesses.product_id", "free_accesses.user_id", "free_accesses.code", "credit_cents"])
    .select(["free_accesses.created_at", "videos.title", "videos.thumbnail_url", "videos.lesson_count"])
    .select("creator_profiles.full_name as creator_name")
    .where("free_accesses.id", "=", id)
    .executeTakeFirst();
}
