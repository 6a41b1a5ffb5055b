import { hasCertificate } from "~/features/playback/certificates/certificates.queries.server";
import type { Db } from "~/platform/db.server";

/** How many videos that a person got without buying them the library shows. */
export const receivedSize = 24;

/** Lists the newest videos to which a person has access without having bought them. */
export async function listReceived(db: Db, userId: string) {
  return db
    .selectFrom("access_grants")
    .innerJoin("videos", "videos.id", "access_grants.product_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(["videos.id", "videos.title", "videos.thumbnail_url", "access_grants.reason"])
    .select(["access_grants.granted_at", "creator_profiles.full_name as creator_name"])
    .select(hasCertificate("access_grants.user_id", "access_grants.product_id").as("has_certificate"))
    .where("access_grants.user_id", "=", userId)
    .where("access_grants.revoked_at", "is", null)
    .where("access_grants.reason", "!=", "sale")
    .orderBy("access_grants.granted_at", "desc")
    .orderBy("access_grants.id", "desc")
    .limit(receivedSize)
    .execute();
}
