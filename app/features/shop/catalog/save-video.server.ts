import { type AppLoadContext, createCookie } from "@remix-run/node";
import { z } from "zod";
import { describeCourses } from "~/features/videos/courses/describe-courses.server";
import type { Locale } from "~/i18n/languages";
import { type Env, listSigningSecrets } from "~/platform/env.server";
import type { Services } from "~/platform/services";
import { showCards } from "./list-marketplace.server";
import type { SavedInCourses } from "./saved-in-courses";
import {
  deleteSaved,
  findTitleForSale,
  insertSaved,
  isSavedFull,
  keepOffered,
  listSavedByIds,
  listSavedInCourses,
  listSavedOf,
  maxSavedInBrowser,
  savedCookieSeconds,
} from "./saved-videos.queries.server";
import type { ShelfVideo } from "./video-page";

type Needs = Pick<Services, "db" | "env" | "clock">;

type ChangedSaved =
  /** `cookie`: Set-Cookie value for a browser without an account. */
  | { ok: true; video: { id: string; title: string } | undefined; cookie?: string }
  | { ok: false; error: "notFound" | "full" };

interface Change {
  videoId: string;
  drop: boolean;
  /** Undefined: signed out, so the browser keeps the ids. */
  userId: string | undefined;
}

/** Idempotent. */
export async function changeSaved(
  { db, env, clock }: Needs,
  request: Request,
  { videoId, drop, userId }: Change,
): Promise<ChangedSaved> {
  const video = await findTitleForSale(db, videoId);
  if (!video && !drop) return { ok: false, error: "notFound" };
  if (userId) {
    if (drop) await deleteSaved(db, { userId, videoId });
    else if (await isSavedFull(db, userId)) return { ok: false, error: "full" };
    else
      await db
        .transaction()
        .execute((trx) => insertSaved(trx, { userId, videoIds: [videoId], now: clock() }));
    return { ok: true, video };
  }
  let others = (await readSavedIds(env, request)).filter((id) => id !== videoId);
  // Videos that are no longer for sale make room.
  if (!drop && others.length >= maxSavedInBrowser) others = await keepOffered(db, others);
  if (!drop && others.length >= maxSavedInBrowser) return { ok: false, error: "full" };
  return { ok: true, video, cookie: await writeSavedIds(env, drop ? others : [videoId, ...others]) };
}

/** Moves the browser's saved videos to the account. Returns Set-Cookie values. */
export async function joinSaved(
  { services, log }: AppLoadContext,
  request: Request,
  userId: string,
): Promise<string[]> {
  const { db, env, clock } = services;
  const videoIds = await readSavedIds(env, request);
  if (videoIds.length === 0) return [];
  try {
    await db.transaction().execute((trx) => insertSaved(trx, { userId, videoIds, now: clock() }));
    return [await writeSavedIds(env, [])];
  } catch (error) {
    log.warn({ err: error, userId }, "saved videos could not join the account");
    return [];
  }
}

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

/** Newest first; empty if the cookie is missing or altered. */
async function readSavedIds(env: Env, request: Request): Promise<string[]> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("sabia-saved=")) return [];
  const parsed = ids.safeParse(
    await cookieOf(env)
      .parse(header)
      .catch(() => null),
  );
  return parsed.success ? parsed.data : [];
}

/** Without ids, deletes the cookie. */
function writeSavedIds(env: Env, saved: readonly string[]): Promise<string> {
  return cookieOf(env).serialize(saved.slice(0, maxSavedInBrowser), {
    maxAge: saved.length > 0 ? savedCookieSeconds : 0,
  });
}

/** `inCourses`: sold only in courses. */
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
