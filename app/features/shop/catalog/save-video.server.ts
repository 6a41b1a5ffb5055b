import type { AppLoadContext } from "@remix-run/node";
import type { Services } from "~/platform/services";
import { readSavedIds, writeSavedIds } from "./saved-cookie.server";
import { maxSavedInBrowser } from "./saved-limits";
import {
  deleteSaved,
  findTitleForSale,
  insertSaved,
  isSavedFull,
  keepOffered,
} from "./saved-videos.queries.server";

type Needs = Pick<Services, "db" | "env" | "clock">;

export type ChangedSaved =
  /** `cookie`: the Set-Cookie value for a browser without an account. */
  | { ok: true; video: { id: string; title: string } | undefined; cookie?: string }
  | { ok: false; error: "notFound" | "full" };

interface Change {
  videoId: string;
  drop: boolean;
  /** Undefined: not signed in, and the browser keeps it. */
  userId: string | undefined;
}

/** Saves a video for later, or drops a saved one. Both are idempotent. */
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
  // Those that are not for sale any more make room.
  if (!drop && others.length >= maxSavedInBrowser) others = await keepOffered(db, others);
  if (!drop && others.length >= maxSavedInBrowser) return { ok: false, error: "full" };
  return { ok: true, video, cookie: await writeSavedIds(env, drop ? others : [videoId, ...others]) };
}

/**
 * Moves what a browser saved to the account that signs in with it. Returns the Set-Cookie values that empty the
 * browser: none if it saved nothing, or if the account could not be written.
 */
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
