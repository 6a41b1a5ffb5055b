import { sql } from "kysely";
import { dayMs } from "~/features/base/money/days";
import { creatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import type { Db } from "~/platform/db.server";
import type { PublishCount } from "./publish-ceiling";

/**
 * Counts what a creator publishes, and holds the creator until the transaction ends: of two that count in order to add
 * one, the second sees what the first added.
 */
export async function countPublishing(
  trx: Db,
  { creatorId, now }: { creatorId: string; now: Date },
): Promise<PublishCount> {
  const since = new Date(now.getTime() - dayMs);
  const creator = await trx
    .selectFrom("users")
    .select(["email_verified_at", "videos_a_day"])
    .where("id", "=", creatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ published: number; begun: number; open: number }>`
    SELECT
      (SELECT count(*)::int FROM publications WHERE creator_id = ${creatorId} AND published_at > ${since}) AS published,
      count(*)::int AS begun,
      count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))::int AS open
    FROM videos
    WHERE creator_id = ${creatorId} AND published_at IS NULL AND deleted_at IS NULL AND created_at > ${since}
      AND video_type <> 'course'
  `.execute(trx);
  const { published = 0, begun = 0, open = 0 } = rows[0] ?? {};
  return {
    today: published + begun,
    open,
    mailboxProven: creator.email_verified_at !== null,
    ownCeiling: creator.videos_a_day,
  };
}

/** Returns what an account's ceiling depends on, beside its videos, and the platform's share in basis points. */
export async function findCeilingFacts(
  db: Db,
  creatorId: string,
  now: Date,
): Promise<Pick<PublishCount, "mailboxProven" | "ownCeiling"> & { shareBp: number }> {
  const { email_verified_at, videos_a_day, share_bp } = await db
    .selectFrom("users")
    .select(["email_verified_at", "videos_a_day", creatorFeeBp("users.id", now).as("share_bp")])
    .where("id", "=", creatorId)
    .executeTakeFirstOrThrow();
  return { mailboxProven: email_verified_at !== null, ownCeiling: videos_a_day, shareBp: share_bp };
}

export async function forgetOldPublications(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 2 * dayMs);
  await db.deleteFrom("publications").where("published_at", "<", before).execute();
}
