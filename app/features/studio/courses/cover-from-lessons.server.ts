import sharp from "sharp";
import {
  makeThumbnail,
  planThumbnailUrl,
  readStoredThumbnail,
  removeThumbnail,
  storeThumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import { setMissingThumbnail } from "~/features/videos/pictures/youtube-thumbnails.queries.server";
import type { Services } from "~/platform/services";
import { findOwnCourse, listOwnLessons, type OwnCourse } from "./own-courses.queries.server";

/** Width and height of each of the four pictures, in pixels. */
const [width, height] = [480, 270];

/**
 * Makes a cover for a course that has none, from those of its first four lessons; with fewer, the first is repeated.
 * Does nothing if no lesson has one.
 */
export async function coverFromLessons(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  own: OwnCourse,
): Promise<void> {
  const course = await findOwnCourse(db, own);
  if (!course || course.thumbnail_url) return;
  const lessons = await listOwnLessons(db, own.courseId);
  const urls = lessons.flatMap(({ thumbnail_url: url }) => url ?? []).slice(0, 4);
  const stored = await Promise.all(urls.map((url) => readStoredThumbnail(storage, url)));
  const covers = stored.flatMap((cover) => (cover ? [cover.images[480]] : []));
  const [first] = covers;
  if (!first) return;
  const joined = await sharp({
    create: { width: 2 * width, height: 2 * height, channels: 3, background: "#000" },
  })
    .composite(
      [0, 1, 2, 3].map((at) => ({
        input: covers[at] ?? first,
        left: (at % 2) * width,
        top: Math.floor(at / 2) * height,
      })),
    )
    .png()
    .toBuffer();
  const made = await makeThumbnail(joined, "aulas");
  if (!made.ok) return;
  const url = planThumbnailUrl(own.creatorId, made.thumbnail, clock());
  let isSet = false;
  try {
    await storeThumbnail(storage, url, made.thumbnail);
    isSet = await setMissingThumbnail(db, own.courseId, url);
  } finally {
    if (!isSet) await removeThumbnail(storage, url);
  }
}
