import { sql } from "kysely";
import { hasCertificate } from "~/features/playback/certificates/certificates.queries.server";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import type { Db } from "~/platform/db.server";

/** How many videos that a person got without buying them the library shows. */
export const receivedSize = 24;

/** Lists the newest videos that a person has without having bought them, also while a dispute suspends the access. */
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
