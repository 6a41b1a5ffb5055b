import { sql } from "kysely";
import {
  maxCourses,
  maxLessons,
  maxOfferedVideos,
  type PlacedLesson,
} from "~/features/videos/courses/lesson-order";
import type { Db } from "~/platform/db.server";

/** Queries return nothing for another creator's course. */
export interface OwnCourse {
  creatorId: string;
  courseId: string;
}

export async function listOwnCourses(db: Db, creatorId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "price_cents", "currency", "lesson_count", "duration_seconds", "published_at"])
    .select(["suspended_at", "sales_count"])
    .where("creator_id", "=", creatorId)
    .where("video_type", "=", "course")
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxCourses)
    .execute();
}

export async function findOwnCourse(db: Db, { creatorId, courseId }: OwnCourse) {
  return selectOwnCourse(db, { creatorId, courseId }).executeTakeFirst();
}

/** With a row lock: of two changes of its lessons the second sees the first. */
export async function lockOwnCourse(db: Db, ownCourse: OwnCourse) {
  return selectOwnCourse(db, ownCourse).forNoKeyUpdate().executeTakeFirst();
}

function selectOwnCourse(db: Db, { creatorId, courseId }: OwnCourse) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "published_at", "lesson_count", "duration_seconds", "thumbnail_url", "certifies"])
    .where("id", "=", courseId)
    .where("creator_id", "=", creatorId)
    .where("video_type", "=", "course")
    .where("deleted_at", "is", null);
}

export async function listOwnLessons(db: Db, courseId: string) {
  return db
    .selectFrom("course_lessons")
    .innerJoin("videos", "videos.id", "course_lessons.video_id")
    .select(["videos.id as videoId", "title", "section", "is_free", "duration_seconds", "suspended_at"])
    .select(["sold_alone", "thumbnail_url"])
    .where("course_id", "=", courseId)
    .where("removed_at", "is", null)
    .orderBy("position")
    .orderBy("added_at")
    .orderBy("videos.id")
    .limit(maxLessons)
    .execute();
}

/** Published videos, newest first, without those of the course. `courseId`: undefined for a new course. */
export async function listOfferedVideos(
  db: Db,
  { creatorId, courseId }: Omit<OwnCourse, "courseId"> & { courseId?: string },
) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "duration_seconds", "price_cents"])
    .where("creator_id", "=", creatorId)
    .where("video_type", "<>", "course")
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .$if(courseId !== undefined, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("course_lessons")
              .whereRef("video_id", "=", "videos.id")
              .where("course_id", "=", courseId ?? "")
              .where("removed_at", "is", null),
          ),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxOfferedVideos)
    .execute();
}

/** Returns those that are published videos of the creator, in the given order. */
export async function listOwnVideoIds(
  db: Db,
  { creatorId, videoIds }: { creatorId: string; videoIds: string[] },
): Promise<string[]> {
  if (videoIds.length === 0) return [];
  const rows = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "in", videoIds)
    .where("creator_id", "=", creatorId)
    .where("video_type", "<>", "course")
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  const ownIds = new Set(rows.map(({ id }) => id));
  return videoIds.filter((id) => ownIds.has(id));
}

/**
 * Stores order and sections of a locked course. Missing lessons are removed; who bought the course before keeps them.
 */
export async function saveLessons(
  db: Db,
  { courseId, lessons, now }: { courseId: string; lessons: readonly PlacedLesson[]; now: Date },
): Promise<void> {
  const ids = lessons.map(({ videoId }) => videoId);
  await db
    .updateTable("course_lessons")
    .set({ removed_at: now })
    .where("course_id", "=", courseId)
    .where("removed_at", "is", null)
    .where(sql<boolean>`video_id <> ALL (${ids}::uuid[])`)
    .execute();
  await sql`
    INSERT INTO course_lessons (course_id, video_id, section, position, added_at)
    SELECT ${courseId}, video_id, section, place - 1, ${now}
    FROM unnest(${ids}::uuid[], ${lessons.map(({ section }) => section)}::text[])
      WITH ORDINALITY AS placed (video_id, section, place)
    ON CONFLICT (course_id, video_id) DO UPDATE SET section = excluded.section, position = excluded.position,
      added_at = CASE WHEN course_lessons.removed_at IS NULL THEN course_lessons.added_at ELSE excluded.added_at END,
      removed_at = NULL`.execute(db);
}

export async function setFree(
  db: Db,
  { courseId, videoId, isFree }: { courseId: string; videoId: string; isFree: boolean },
): Promise<void> {
  await db
    .updateTable("course_lessons")
    .set({ is_free: isFree })
    .where("course_id", "=", courseId)
    .where("video_id", "=", videoId)
    .where("removed_at", "is", null)
    .execute();
}

export async function setCertifies(
  db: Db,
  { creatorId, courseId, certifies }: OwnCourse & { certifies: boolean },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({ certifies })
    .where("id", "=", courseId)
    .where("creator_id", "=", creatorId)
    .where("video_type", "=", "course")
    .execute();
}

/** Inserts a draft. Returns undefined if the creator has as many courses as are allowed. */
export async function insertCourse(
  db: Db,
  course: {
    creatorId: string;
    title: string;
    description: string;
    priceCents: number;
    topicSlug: string | null;
    now: Date;
  },
): Promise<string | undefined> {
  await db.selectFrom("users").select("id").where("id", "=", course.creatorId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom("videos")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("creator_id", "=", course.creatorId)
    .where("video_type", "=", "course")
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (count >= maxCourses) return undefined;
  const { id } = await db
    .insertInto("videos")
    .values({
      creator_id: course.creatorId,
      title: course.title,
      description: course.description,
      price_cents: course.priceCents,
      topic_slug: course.topicSlug,
      video_type: "course",
      lesson_count: 0,
      created_at: course.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
