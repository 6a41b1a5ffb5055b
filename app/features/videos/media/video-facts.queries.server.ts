import { lockingCoursesFirst } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";

/** Undefined for YouTube and legacy videos. */
export async function findFileToRead(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .select(["video_url", "cloudflare_video_id"])
    .where("id", "=", videoId)
    .where("video_type", "=", "cloudflare")
    .where("published_at", "is not", null)
    .executeTakeFirst();
}

export interface StoredFacts {
  seconds: number;
  width: number | null;
  height: number | null;
  format: "mp4" | "mov" | "avi" | null;
}

/** Without facts, the file is unreadable. */
export async function noteVideoFacts(
  db: Db,
  videoId: string,
  { facts, now }: { facts: StoredFacts | undefined; now: Date },
): Promise<void> {
  await db
    .with("locked", () => lockingCoursesFirst(videoId))
    .updateTable("videos")
    .from("locked")
    .set({
      facts_read_at: now,
      ...(facts
        ? {
            duration_seconds: facts.seconds,
            width: facts.width,
            height: facts.height,
            format: facts.format,
          }
        : {}),
    })
    .whereRef("videos.id", "=", "locked.id")
    .where("videos.id", "=", videoId)
    .execute();
}

export async function listUnreadVideos(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("videos")
    .select("id")
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .where("facts_read_at", "is", null)
    .where("video_type", "=", "cloudflare")
    .orderBy("published_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
