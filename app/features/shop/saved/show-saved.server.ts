import { showCards } from "~/features/shop/catalog/list-marketplace.server";
import type { ShelfVideo } from "~/features/shop/catalog/video-page";
import { describeCourses } from "~/features/videos/courses/describe-courses.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { readSavedIds } from "./saved-cookie.server";
import type { SavedInCourses } from "./saved-in-courses";
import { listSavedByIds, listSavedInCourses, listSavedOf } from "./saved-videos.queries.server";

/**
 * Returns the videos for sale that a person saved, in their account or in the browser of who is not signed in: those
 * that are sold alone, and those that are sold only in courses.
 */
export async function showSaved(
  services: Pick<Services, "db" | "env" | "clock">,
  request: Request,
  viewer: { userId: string } | undefined,
  locale: Locale,
): Promise<{ videos: ShelfVideo[]; inCourses: SavedInCourses[] }> {
  const { db, env } = services;
  const ids = viewer ? [] : await readSavedIds(env, request);
  const [rows, lessons] = await Promise.all([
    viewer ? listSavedOf(db, viewer.userId) : listSavedByIds(db, ids),
    listSavedInCourses(db, viewer ?? { ids }),
  ]);
  return {
    videos: await showCards(services, viewer, rows, locale),
    inCourses: lessons.map(({ id, title, thumbnail_url: thumbnailUrl, is_owned: isOwned, courses }) => ({
      id,
      title,
      thumbnailUrl,
      isOwned,
      courses: describeCourses(courses, locale),
    })),
  };
}
