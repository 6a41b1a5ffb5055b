import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { describeCourses } from "~/features/videos/courses/describe-courses.server";
import type { Locale } from "~/i18n/languages";
import { type Env, listSigningSecrets } from "~/platform/env.server";
import type { Services } from "~/platform/services";
import { showCards } from "./list-marketplace.server";
import type { SavedInCourses } from "./saved-in-courses";
import { maxSavedInBrowser, savedCookieSeconds } from "./saved-limits";
import { listSavedByIds, listSavedInCourses, listSavedOf } from "./saved-videos.queries.server";
import type { ShelfVideo } from "./video-page";

const ids = z.array(z.uuid()).max(maxSavedInBrowser);

function cookieOf(env: Env) {
  const secure = env.APP_URL.startsWith("https:");
  return createCookie(secure ? "__Host-sabia-saved" : "sabia-saved", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [...listSigningSecrets(env)],
  });
}

/** Returns the ids of the videos that a browser saved, the newest first; none if the cookie is missing or altered. */
export async function readSavedIds(env: Env, request: Request): Promise<string[]> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("sabia-saved=")) return [];
  const parsed = ids.safeParse(
    await cookieOf(env)
      .parse(header)
      .catch(() => null),
  );
  return parsed.success ? parsed.data : [];
}

/** Returns the Set-Cookie value that stores the ids; without any, the one that deletes the cookie. */
export function writeSavedIds(env: Env, saved: readonly string[]): Promise<string> {
  return cookieOf(env).serialize(saved.slice(0, maxSavedInBrowser), {
    maxAge: saved.length > 0 ? savedCookieSeconds : 0,
  });
}

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
