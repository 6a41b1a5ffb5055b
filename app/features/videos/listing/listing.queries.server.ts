import { type RawBuilder, sql } from "kysely";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { findIdIn } from "~/platform/forms/record-id";
import type { Topic } from "./topic";
import { chooseByAddress, idsOf, parseVideoAddress, type VideoAddress } from "./video-address";

/**
 * SQL condition: for sale. Not sold only in courses while one of them is for sale. Implies that of the index
 * videos_shop_idx.
 */
export const inShop = sql<boolean>`${isOffered("videos")}
  AND (videos.sold_alone OR NOT EXISTS (SELECT FROM course_lessons JOIN videos AS seller ON seller.id = course_id
    WHERE course_lessons.video_id = videos.id AND removed_at IS NULL AND ${isOffered("seller")}))`;

/** SQL condition: published, not deleted, and neither it nor its creator suspended. `alias`: the row of `videos`. */
export function isOffered(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`${column("published_at")} IS NOT NULL AND ${column("deleted_at")} IS NULL
    AND ${column("suspended_at")} IS NULL AND NOT ${column("creator_suspended")}`;
}

/** Videos compared for a short id: two share one by chance in a shop of a hundred thousand. */
export const maxAlike = 3;

/** SQL condition: the video's id is the address's, or begins with its short id. */
export function isAddressed(address: VideoAddress) {
  if ("id" in address) return sql<boolean>`videos.id = ${address.id}`;
  const { first, last } = idsOf(address.shortId);
  return sql<boolean>`videos.id BETWEEN ${first} AND ${last}`;
}

export async function findAddressedId(db: Db, address: VideoAddress): Promise<string | undefined> {
  const videos = await db
    .selectFrom("videos")
    .select(["videos.id", "videos.title"])
    .where(isAddressed(address))
    .orderBy("videos.created_at")
    .limit(maxAlike)
    .execute();
  return chooseByAddress(videos, address)?.id;
}

/** Not for a video whose title and short id an older one has, too: that is shown at its whole id. */
export async function leadsTo(db: Db, path: string, { id }: { id: string }): Promise<boolean> {
  const address = parseVideoAddress(path.split("/").at(-1));
  return address !== undefined && (await findAddressedId(db, address)) === id;
}

/** In a pasted text: a whole id anywhere in it, or the address of the video's public page. */
export async function findPastedVideoId(db: Db, text: string): Promise<string | undefined> {
  const id = findIdIn(text);
  if (id) return id;
  const address = parseVideoAddress(text.trim().split(/[?#]/)[0]?.split("/").at(-1));
  return address && findAddressedId(db, address);
}

/**
 * Locks a video after its present and former courses. For changes whose triggers change those courses: everybody
 * locks courses before lessons (docs/decisions/0283).
 */
export function lockingCoursesFirst(videoId: string): RawBuilder<{ id: string }> {
  return sql`(SELECT id FROM videos
    WHERE id = ${videoId} OR id IN (SELECT course_id FROM course_lessons WHERE video_id = ${videoId})
    ORDER BY video_type <> 'course', id FOR NO KEY UPDATE)`;
}

export const topicName = (locale: Locale) =>
  sql<string>`coalesce(topics.names->>${locale}, topics.names->>${defaultLocale})`;

export async function listTopics(db: Db, locale: Locale): Promise<Topic[]> {
  return db
    .selectFrom("topics")
    .select(["slug", "family", topicName(locale).as("name")])
    .orderBy("position")
    .$narrowType<{ family: Topic["family"] }>()
    .execute();
}

/**
 * Those of which the shop has a video, in the order in which they are shown. `asked`: a slug that is listed in any
 * case. `has_courses`: whether the shop has a course.
 */
export async function listTopicsInShop(
  db: Db,
  locale: Locale,
  asked = "",
): Promise<(Topic & { has_courses: boolean })[]> {
  return db
    .selectFrom("topics")
    .select(["slug", "family", topicName(locale).as("name")])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom("videos").select("videos.id").where("lesson_count", "is not", null).where(inShop))
        .$castTo<boolean>()
        .as("has_courses"),
    )
    .where(({ eb, exists, selectFrom }) =>
      eb("slug", "=", asked).or(
        exists(
          selectFrom("videos").select("videos.id").whereRef("topic_slug", "=", "topics.slug").where(inShop),
        ),
      ),
    )
    .orderBy("position")
    .$narrowType<{ family: Topic["family"] }>()
    .execute();
}
