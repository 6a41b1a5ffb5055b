import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";
import { inShop } from "./in-shop.queries.server";
import type { StreamWord } from "./stream-progress";
import { decideTitleSearch } from "./title-search";
import type { VideoType } from "./video-type";

/** How many cards a page of the marketplace or of "my videos" shows (facts: page size is what costs). */
export const videosPerPage = 24;

const card = [
  "videos.id",
  "title",
  "description",
  "price_cents",
  "videos.currency",
  "thumbnail_url",
  "videos.created_at",
] as const;

/** What a card shows. Nothing here says where the video itself is. */
export interface VideoCardRow {
  id: string;
  title: string;
  description: string;
  price_cents: number;
  currency: "BRL" | "USD" | "EUR";
  thumbnail_url: string | null;
  created_at: Date;
}

/**
 * The condition of a search. The database folds the case of both sides. `strpos` and not ILIKE beside the grams: from
 * ILIKE the planner would take the same rarity into account a second time, and leave the walk for too large a heap.
 */
export function titleHas(text: string): RawBuilder<boolean> {
  const search = decideTitleSearch(text);
  if (search.by === "pattern") return sql`title ILIKE ${search.pattern}`;
  const grams = sql.join(search.grams.map((gram) => sql`lower(${gram})`));
  const hasGrams = sql<boolean>`title_grams @> ARRAY[${grams}]`;
  return search.whole === undefined
    ? hasGrams
    : sql`${hasGrams} AND strpos(lower(title), lower(${search.whole})) > 0`;
}

/**
 * The condition that a video's file is whole: it is published, or the streaming service has it and prepares it. From
 * then on it is among its creator's videos.
 */
export function isWhole(): RawBuilder<boolean> {
  return sql<boolean>`(published_at IS NOT NULL OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))`;
}

/** Lists what is for sale, newest first; `search` is a part of the title, in any case (spec section 5). */
export async function listShopVideos(
  db: Db,
  { search, after, creatorId }: { search?: string; after?: Cursor; creatorId?: string },
): Promise<Page<VideoCardRow & { creator_id: string; creator_name: string }>> {
  let query = db
    .selectFrom("videos")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select([...card, "videos.creator_id", "creator_profiles.full_name as creator_name"])
    .where(inShop)
    .orderBy("videos.created_at", "desc")
    .orderBy("videos.id", "desc")
    .limit(videosPerPage + 1);
  if (search) query = query.where(titleHas(search));
  if (creatorId) query = query.where("videos.creator_id", "=", creatorId);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("videos.created_at", "videos.id"), "<", tuple(after.createdAt, after.id)),
    );
  }
  return toPage(await query.execute(), videosPerPage);
}

/** Finds what the public page of a video for sale shows. */
export async function findShopVideo(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select([...card, "videos.creator_id", "creator_profiles.full_name as creator_name"])
    .where("videos.id", "=", videoId)
    .where(inShop)
    .executeTakeFirst();
}

/** Finds a video with where it is, for the player. Whoever asks must have passed `decideWatchAccess`. */
export async function findPlayableVideo(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .select([
      ...card,
      "creator_id",
      "video_type",
      "video_url",
      "youtube_url",
      "cloudflare_video_id",
      "published_at",
      "deleted_at",
      "suspended_at",
      "creator_suspended",
      "state",
      "percent",
      "sent_at",
      "has_mp4",
    ])
    .where("id", "=", videoId)
    .executeTakeFirst();
}

/** What of a stream its creator's card shows. */
interface OwnStreamRow {
  state: StreamWord | null;
  percent: number | null;
  failure: string | null;
  failure_code: string | null;
}

/** Where one's own video stands. */
interface OwnStanding {
  published_at: Date | null;
  suspended_at: Date | null;
  sold: boolean;
}

/**
 * Lists a creator's own videos whose file is whole, newest first, with whether each was ever bought and, for one that
 * is streamed, how far the service is with it.
 */
export async function listOwnVideos(
  db: Db,
  { creatorId, after }: { creatorId: string; after?: Cursor },
): Promise<Page<VideoCardRow & OwnStreamRow & OwnStanding>> {
  let query = db
    .selectFrom("videos")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .select([...card, "published_at", "suspended_at", "state", "percent", "failure", "failure_code"])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom("sales").select("sales.id").whereRef("sales.video_id", "=", "videos.id")).as("sold"),
    )
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where(({ or, eb }) => or([eb("published_at", "is not", null), eb("sent_at", "is not", null)]))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(videosPerPage + 1);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("created_at", "id"), "<", tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query.execute();
  return toPage(
    rows.map((row) => ({ ...row, sold: Boolean(row.sold) })),
    videosPerPage,
  );
}

export async function countOwnVideos(db: Db, creatorId: string): Promise<number> {
  const { count } = await db
    .selectFrom("videos")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where("published_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewVideo {
  creatorId: string;
  title: string;
  description: string;
  priceCents: number;
  videoType: VideoType;
  youtubeUrl: string | null;
  /** Where its files will be, noted before they are there. */
  videoUrl?: string | null;
  thumbnailUrl?: string | null;
  fileName: string | null;
  now: Date;
}

/** Records a video, not yet published. Gives its id. */
export async function insertVideo(db: Db, video: NewVideo): Promise<string> {
  const { id } = await db
    .insertInto("videos")
    .values({
      creator_id: video.creatorId,
      title: video.title,
      description: video.description,
      price_cents: video.priceCents,
      video_type: video.videoType,
      youtube_url: video.youtubeUrl,
      video_url: video.videoUrl ?? null,
      thumbnail_url: video.thumbnailUrl ?? null,
      file_name: video.fileName,
      created_at: video.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Publishes a recorded video: from now on it is in the shop. */
export async function publishVideo(
  db: Db,
  video: { id: string; videoUrl: string | null; thumbnailUrl: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({ video_url: video.videoUrl, thumbnail_url: video.thumbnailUrl, published_at: video.now })
    .where("id", "=", video.id)
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Takes back a record whose upload failed. A published one stays. Gives whether it is gone. */
export async function deleteUnpublishedVideo(db: Db, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("videos")
    .where("id", "=", videoId)
    .where("published_at", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Finds one of a creator's own whole videos, among theirs or (`hidden`) taken out; another's is not found. */
export async function findOwnVideo(
  db: Db,
  { creatorId, videoId, hidden = false }: { creatorId: string; videoId: string; hidden?: boolean },
) {
  return db
    .selectFrom("videos")
    .select([...card, "video_url", "cloudflare_video_id"])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom("sales").select("sales.id").whereRef("sales.video_id", "=", "videos.id")).as("sold"),
    )
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(isWhole())
    .where("deleted_at", hidden ? "is not" : "is", null)
    .executeTakeFirst();
}

/** Puts one of a creator's own videos back into the shop. */
export async function showOwnVideo(
  db: Db,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({ deleted_at: null })
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .execute();
}

/**
 * Takes one of a creator's own videos out of the shop. Whoever begins to buy it at this moment holds its row until
 * their sale is written, or finds it gone. Gives whether it was there.
 */
export async function hideOwnVideo(
  db: Db,
  { creatorId, videoId, now }: { creatorId: string; videoId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("videos")
    .set({ deleted_at: now })
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(isWhole())
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the record of a video that nobody ever began to buy. Gives whether it is gone. */
export async function deleteUnsoldVideo(db: Db, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("videos")
    .where("id", "=", videoId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("sales").select("sales.id").whereRef("sales.video_id", "=", "videos.id"))),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Lists what uploads left behind, at most a hundred: records that never became whole and were begun before one time,
 * or that were closed before another. `place` is where what came of one over many connections went.
 */
export async function listAbandonedVideos(
  db: Db,
  { begunBefore, closedBefore }: { begunBefore: Date; closedBefore: Date },
) {
  return db
    .selectFrom("videos")
    .leftJoin("resumable_uploads", "resumable_uploads.video_id", "videos.id")
    .select([
      "id",
      "creator_id",
      "deleted_at",
      "video_url",
      "cloudflare_video_id",
      "thumbnail_url",
      "bytes",
      "write_handle",
    ])
    .where("published_at", "is", null)
    .where((eb) =>
      eb.or([
        eb.and([eb("created_at", "<", begunBefore), eb.not(isWhole())]),
        eb("deleted_at", "<", closedBefore),
      ]),
    )
    .orderBy("created_at")
    .limit(100)
    .execute();
}

/** Lists what is for sale for the sitemap: the newest, at most 10,000. */
export async function listSitemapVideos(db: Db) {
  return db
    .selectFrom("videos")
    .select(["id", "published_at"])
    .where(inShop)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(10_000)
    .execute();
}
