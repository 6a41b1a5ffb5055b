import { sql } from "kysely";
import { senderChoice } from "~/features/base/mail/mail-kinds";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";

/** Undefined for a suspended creator. */
export async function findFollowed(
  db: Db,
  handle: string,
): Promise<{ creatorId: string; name: string } | undefined> {
  const row = await db
    .selectFrom("creator_profiles")
    .innerJoin("users", "users.id", "creator_profiles.user_id")
    .select(["users.id as creatorId", "full_name as name"])
    .where("handle", "=", handle)
    .where("users.suspended_at", "is", null)
    .executeTakeFirst();
  return row;
}

/** Also resumes the creator's mails that the person had stopped. */
export async function insertFollow(
  trx: Db,
  { creatorId, userId, now }: { creatorId: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto("creator_follows")
    .values({ creator_id: creatorId, user_id: userId, followed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .deleteFrom("mail_choices")
    .where("user_id", "=", userId)
    .where("choice", "=", senderChoice(creatorId))
    .execute();
}

export async function deleteFollow(
  db: Db,
  { creatorId, userId }: { creatorId: string; userId: string },
): Promise<void> {
  await db
    .deleteFrom("creator_follows")
    .where("creator_id", "=", creatorId)
    .where("user_id", "=", userId)
    .execute();
}

export async function isFollowing(db: Db, { creatorId, userId }: { creatorId: string; userId: string }) {
  const row = await db
    .selectFrom("creator_follows")
    .select("user_id")
    .where("creator_id", "=", creatorId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Only the creator sees the number. */
export async function countFollowers(db: Db, creatorId: string): Promise<number> {
  const { number } = await db
    .selectFrom("creator_follows")
    .select(({ fn }) => fn.countAll<string>().as("number"))
    .where("creator_id", "=", creatorId)
    .executeTakeFirstOrThrow();
  return Number(number);
}

/** Minimum between two mails about a creator's new products. */
const rest = sql`interval '7 days'`;

/** Claims creators with news. `since`: of the news, at most eight days before now. */
export async function takeCreatorsWithNews(db: Db, { now, limit }: { now: Date; limit: number }) {
  const at = sql`${now}::timestamptz`;
  const { rows } = await sql<{ creatorId: string; since: Date }>`
    WITH due AS MATERIALIZED (
      SELECT user_id, greatest(followers_told_at, ${at} - interval '8 days') AS since FROM creator_profiles
      WHERE (followers_told_at IS NULL OR followers_told_at <= ${at} - ${rest})
        AND EXISTS (SELECT FROM creator_follows WHERE creator_id = creator_profiles.user_id)
        AND EXISTS (SELECT FROM videos WHERE videos.creator_id = creator_profiles.user_id AND ${inShop}
          AND published_at > greatest(followers_told_at, ${at} - interval '8 days') AND published_at <= ${at})
      LIMIT ${limit} FOR UPDATE OF creator_profiles SKIP LOCKED)
    UPDATE creator_profiles SET followers_told_at = ${at} FROM due WHERE creator_profiles.user_id = due.user_id
    RETURNING due.user_id AS "creatorId", due.since`.execute(db);
  return rows;
}

// In one mail.
const maxNewProducts = 5;

/** Published since `since` and for sale, newest first. */
export async function listNewProducts(
  db: Db,
  { creatorId, userId, since, until }: { creatorId: string; userId: string; since: Date; until: Date },
) {
  return db
    .selectFrom("videos")
    .innerJoin("creator_follows", "creator_follows.creator_id", "videos.creator_id")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(["videos.id", "title", "thumbnail_url", "lesson_count", "full_name as creator_name", "handle"])
    .where("videos.creator_id", "=", creatorId)
    .where("creator_follows.user_id", "=", userId)
    .where("published_at", ">", since)
    .where("published_at", "<=", until)
    .where(inShop)
    .orderBy("published_at", "desc")
    .orderBy("videos.id")
    .limit(maxNewProducts)
    .execute();
}
