import { readHolding } from "~/features/orders/checkout/holdings.queries.server";
import { everybody, isFreeFile } from "~/features/videos/courses/course-lessons.queries.server";
import { findSignedIn } from "~/platform/context.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import { findWatchedFile } from "./playable-video.queries.server";
import { decideWatchAccess } from "./watch-access";

type Needs = Pick<Services, "db" | "sessionCookie" | "clock" | "env">;

interface FileLink {
  key: string;
  viewerId: string;
}

/** A seeking player requests many parts at once. */
const cacheMs = 1_000;

/** Beyond it the cache is cleared. */
const maxCached = 10_000;

/**
 * Returns a check of whether a request may read a stored file by a signed link: only in a session of the link's
 * viewer who may watch the video now; files of free lessons open for everybody. Rejects when the database fails.
 */
export function createFileGate(services: Needs): (cookies: string, link: FileLink) => Promise<boolean> {
  const cache = new Map<string, { at: number; may: Promise<boolean> }>();
  return (cookies, link) => {
    const now = services.clock().getTime();
    const cacheKey = `${link.key}\n${link.viewerId}\n${cookies}`;
    const cached = cache.get(cacheKey);
    if (cached && Math.abs(now - cached.at) < cacheMs) return cached.may;
    if (cache.size >= maxCached) cache.clear();
    const may = mayOpenFile(services, cookies, link);
    cache.set(cacheKey, { at: now, may });
    const forget = () => cache.get(cacheKey)?.may === may && cache.delete(cacheKey);
    may.then((yes) => yes || forget(), forget);
    return may;
  };
}

async function mayOpenFile(services: Needs, cookies: string, link: FileLink): Promise<boolean> {
  if (link.viewerId === everybody) return isFreeFile(services.db, link.key);
  // PostgreSQL rejects other text as an id.
  if (!parseId(link.viewerId)) return false;
  const request = new Request(services.env.APP_URL, { headers: { Cookie: cookies } });
  const [viewer, video] = await Promise.all([
    findSignedIn(services, request),
    findWatchedFile(services.db, link),
  ]);
  if (!video || viewer?.userId !== link.viewerId) return false;
  const access = decideWatchAccess(
    viewer,
    {
      creatorId: video.creator_id,
      published: video.published_at !== null,
      encoding: video.sent_at !== null && video.state !== "failed",
      deleted: video.deleted_at !== null,
      suspended: video.suspended_at !== null || video.creator_suspended,
    },
    readHolding(viewer.userId, video),
  );
  return access === "bought" || access === "owner";
}
