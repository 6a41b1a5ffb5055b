import { type RawBuilder, sql } from "kysely";
import { lockPurchases } from "~/features/orders/settlement/settlement.queries.server";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";
import { type Cursor, toPage } from "~/platform/keyset";
import type { ReviewOrder } from "./reviews-view";

const reviewsPerPage = 10;

/** The person's name as learner, as creator, or as Google has it. */
export const nameOf = (userId: RawBuilder<unknown>) => sql<string | null>`coalesce(
  (SELECT full_name FROM consumer_profiles WHERE user_id = ${userId}),
  (SELECT full_name FROM creator_profiles WHERE user_id = ${userId}),
  (SELECT google_name FROM users WHERE id = ${userId}))`;

const authorName = nameOf(sql.ref("reviews.author_id"));

const shownColumns = [
  "reviews.id",
  "reviews.author_id",
  "rating",
  "text",
  "reviews.created_at",
  "reviews.bought",
  "reply",
  "replied_at",
  authorName.as("author_name"),
] as const;

/** The last review of a page: the orders by stars need its rating. */
export interface ReviewCursor extends Cursor {
  /** 1 to 5. */
  rating: number;
}

/** Sort column of the orders by stars, with an index each; ties by time. */
const starsKeys = { best: sql<number>`reviews.rating`, worst: sql<number>`(-reviews.rating)` };

/** Ignores hidden reviews. `reported`: by the viewer. */
export async function listVideoReviews(
  db: Db,
  {
    videoId,
    viewerId,
    after,
    order = "newest",
    limit = reviewsPerPage,
  }: {
    videoId: string;
    viewerId?: string | undefined;
    after?: ReviewCursor | undefined;
    order?: ReviewOrder | undefined;
    limit?: number | undefined;
  },
) {
  const key = order === "newest" ? undefined : starsKeys[order];
  let query = db
    .selectFrom("reviews")
    .select(shownColumns)
    .select(
      sql<boolean>`EXISTS (SELECT FROM review_reports
        WHERE review_id = reviews.id AND reporter_id = ${viewerId ?? null}::uuid)`.as("reported"),
    )
    .where("reviews.video_id", "=", videoId)
    .where("reviews.shown", "=", true)
    .$if(key !== undefined, (qb) => qb.orderBy(sql`${key}`, "desc"))
    .orderBy("reviews.created_at", "desc")
    .orderBy("reviews.id", "desc")
    .limit(limit + 1);
  if (after) {
    const last = sql`${after.createdAt}::timestamptz, ${after.id}::uuid`;
    const stars = order === "best" ? after.rating : -after.rating;
    query = query.where(
      key
        ? sql<boolean>`(${key}, reviews.created_at, reviews.id) < (${stars}::integer, ${last})`
        : sql<boolean>`(reviews.created_at, reviews.id) < (${last})`,
    );
  }
  const { rows, next } = toPage(await query.execute(), limit);
  const last = rows.at(-1);
  const cursor = last && { rating: last.rating, createdAt: last.created_at, id: last.id };
  return { rows, next: next ? cursor : undefined };
}

/** Lists the newest reviews with a text of a course's lessons. `reported`: by the viewer. */
export async function listLessonReviews(
  db: Db,
  { courseId, viewerId, limit }: { courseId: string; viewerId: string | undefined; limit: number },
) {
  return db
    .selectFrom("course_lessons")
    .innerJoin("reviews", "reviews.video_id", "course_lessons.video_id")
    .innerJoin("videos", "videos.id", "reviews.video_id")
    .select([...shownColumns, "reviews.video_id", "videos.title as video_title"])
    .select(
      sql<boolean>`EXISTS (SELECT FROM review_reports
        WHERE review_id = reviews.id AND reporter_id = ${viewerId ?? null}::uuid)`.as("reported"),
    )
    .where("course_id", "=", courseId)
    .where("removed_at", "is", null)
    .where("reviews.shown", "=", true)
    .where("reviews.text", "!=", "")
    .where("videos.suspended_at", "is", null)
    .orderBy("reviews.created_at", "desc")
    .orderBy("reviews.id", "desc")
    .limit(limit)
    .execute();
}

/** Lists the newest reviews with a text of a creator's videos that are for sale. */
export async function listCreatorReviews(
  db: Db,
  { creatorId, after, limit }: { creatorId: string; after?: Cursor; limit: number },
) {
  let query = db
    .selectFrom("reviews")
    .innerJoin("videos", "videos.id", "reviews.video_id")
    .select([...shownColumns, "reviews.video_id", "videos.title as video_title"])
    .where("reviews.creator_id", "=", creatorId)
    .where("reviews.shown", "=", true)
    .where("reviews.text", "!=", "")
    .where(inShop)
    .orderBy("reviews.created_at", "desc")
    .orderBy("reviews.id", "desc")
    .limit(limit + 1);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("reviews.created_at", "reviews.id"), "<", tuple(after.createdAt, after.id)),
    );
  }
  return toPage(await query.execute(), limit);
}

/** Returns hidden reviews, too, but no deleted ones. */
export async function findOwnReview(db: Db, { videoId, userId }: { videoId: string; userId: string }) {
  return db
    .selectFrom("reviews")
    .select(["id", "rating", "text", "hidden_at"])
    .where("video_id", "=", videoId)
    .where("author_id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Returns whether a person was granted access to a video that is not their own. */
export async function mayReview(
  db: Db,
  { videoId, userId }: { videoId: string; userId: string },
): Promise<boolean> {
  const row = await selectReviewable(db, { videoId, userId }).executeTakeFirst();
  return row !== undefined;
}

function selectReviewable(db: Db, { videoId, userId }: { videoId: string; userId: string }) {
  return db
    .selectFrom("access_grants")
    .innerJoin("videos", "videos.id", "access_grants.product_id")
    .select("access_grants.id as grant_id")
    .where("access_grants.product_id", "=", videoId)
    .where("access_grants.user_id", "=", userId)
    .where("access_grants.revoked_at", "is", null)
    .where("videos.creator_id", "!=", userId);
}

export type BuyersReview = NonNullable<Awaited<ReturnType<typeof findBuyersReview>>>;

/**
 * Finds a person's own review of a video: its columns are null if they have written none. Returns undefined if they may
 * not review the video.
 */
export async function findBuyersReview(db: Db, who: { videoId: string; userId: string }) {
  return selectBuyersReview(db, who).executeTakeFirst();
}

/** Selects texts, numbers and booleans only. */
export function selectBuyersReview(db: Db, { videoId, userId }: { videoId: string; userId: string }) {
  return selectReviewable(db, { videoId, userId })
    .leftJoin("reviews", (join) =>
      join
        .onRef("reviews.video_id", "=", "access_grants.product_id")
        .onRef("reviews.author_id", "=", "access_grants.user_id")
        .on("reviews.deleted_at", "is", null),
    )
    .select(({ eb }) => [
      "reviews.rating",
      "reviews.text",
      eb("reviews.hidden_at", "is not", null).as("is_hidden"),
      nameOf(sql.ref("access_grants.user_id")).as("name"),
    ]);
}

export type ReviewedVideo = Pick<
  NonNullable<Awaited<ReturnType<typeof findReviewedVideo>>>,
  "id" | "creator_id" | "creator_name" | "portrait_key" | "review_count" | "rating_total" | "rating_counts"
>;

/** Returns undefined unless the video is published. */
export async function findReviewedVideo(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(["videos.id", "title", "videos.creator_id", "creator_profiles.full_name as creator_name"])
    .select(["creator_profiles.portrait_key", "handle", "review_count", "rating_total", "rating_counts"])
    .select(inShop.as("for_sale"))
    .where("videos.id", "=", videoId)
    .where("published_at", "is not", null)
    .executeTakeFirst();
}

/**
 * Locks what a review depends on before the review itself, in the order of everything that changes who has access:
 * purchases, then the video, which counts the stars.
 */
export async function lockReviewing(
  trx: Db,
  { videoId, userId }: { videoId: string; userId: string },
): Promise<void> {
  await lockPurchases(trx, userId);
  await trx.selectFrom("videos").select("id").where("id", "=", videoId).forNoKeyUpdate().execute();
}

interface WrittenReview {
  videoId: string;
  userId: string;
  rating: number;
  text: string;
  now: Date;
}

/**
 * Writes a person's review in place of their former one; a hidden one stays hidden. Returns undefined without access.
 * The caller holds its lock (`lockReviewing`).
 */
export async function upsertReview(
  db: Db,
  { videoId, userId, rating, text, now }: WrittenReview,
): Promise<{ id: string; creatorId: string; ratingBefore: number | undefined } | undefined> {
  const before = await db
    .selectFrom("reviews")
    .select(["rating", "deleted_at"])
    .where("video_id", "=", videoId)
    .where("author_id", "=", userId)
    .executeTakeFirst();
  const written = await db
    .insertInto("reviews")
    .columns(["video_id", "creator_id", "author_id", "rating", "text", "created_at", "updated_at"])
    .expression((eb) =>
      eb
        .selectFrom("access_grants")
        .innerJoin("videos", "videos.id", "access_grants.product_id")
        .select([
          "videos.id",
          "videos.creator_id",
          "access_grants.user_id",
          sql<number>`${rating}::smallint`.as("rating"),
          sql<string>`${text}::text`.as("text"),
          sql<Date>`${now}::timestamptz`.as("created_at"),
          sql<Date>`${now}::timestamptz`.as("updated_at"),
        ])
        .where("videos.id", "=", videoId)
        .where("access_grants.user_id", "=", userId)
        .where("access_grants.revoked_at", "is", null)
        .where("videos.creator_id", "!=", userId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["video_id", "author_id"])
        .doUpdateSet({ rating, text, updated_at: now, deleted_at: null }),
    )
    .returning(["id", "creator_id"])
    .executeTakeFirst();
  if (!written) return undefined;
  const { id, creator_id: creatorId } = written;
  return { id, creatorId, ratingBefore: before && !before.deleted_at ? before.rating : undefined };
}

/**
 * Deletes a person's own review. A hidden one keeps its row without its text, so that the next one is hidden, too.
 * Returns undefined without one. The caller holds its lock (`lockReviewing`).
 */
export async function deleteOwnReview(
  db: Db,
  { videoId, userId, now }: { videoId: string; userId: string; now: Date },
): Promise<{ id: string; rating: number } | undefined> {
  const gone = await db
    .deleteFrom("reviews")
    .where("video_id", "=", videoId)
    .where("author_id", "=", userId)
    .where("hidden_at", "is", null)
    .returning(["id", "rating"])
    .executeTakeFirst();
  if (gone) return gone;
  return db
    .updateTable("reviews")
    .set({ text: "", reply: null, replied_at: null, deleted_at: now })
    .where("video_id", "=", videoId)
    .where("author_id", "=", userId)
    .where("deleted_at", "is", null)
    .returning(["id", "rating"])
    .executeTakeFirst();
}

/** Returns false if no such review of their own videos is visible. */
export async function setReply(
  db: Db,
  reply: { videoId: string; reviewId: string; creatorId: string; text: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("reviews")
    .set({ reply: reply.text, replied_at: reply.now })
    .where("id", "=", reply.reviewId)
    .where("video_id", "=", reply.videoId)
    .where("creator_id", "=", reply.creatorId)
    .where("shown", "=", true)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function lockShownReview(db: Db, { videoId, reviewId }: { videoId: string; reviewId: string }) {
  return db
    .selectFrom("reviews")
    .select(["id", "author_id", "creator_id"])
    .where("id", "=", reviewId)
    .where("video_id", "=", videoId)
    .where("shown", "=", true)
    .forUpdate()
    .executeTakeFirst();
}

/** Names a review in the audit log: by its video and its author. */
export async function nameReview(db: Db, reviewId: string) {
  const row = await db
    .selectFrom("reviews")
    .innerJoin("videos", "videos.id", "reviews.video_id")
    .select(["videos.title", authorName.as("author_name")])
    .where("reviews.id", "=", reviewId)
    .executeTakeFirst();
  const label = row ? [row.title, row.author_name].filter(Boolean).join(" · ") : reviewId;
  return { kind: "review" as const, id: reviewId, label };
}
