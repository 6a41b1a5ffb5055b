import { parseId } from "~/features/base/form-fields/record-id";
import { readHolding } from "~/features/orders/checkout/holdings.queries.server";
import { everybody, isFreeFile } from "~/features/videos/courses/course-lessons.queries.server";
import { findSignedIn } from "~/platform/context.server";
import type { Services } from "~/platform/services";
import { findWatchedFile } from "./playable-video.queries.server";
import { decideWatchAccess } from "./watch-access";

type Needs = Pick<Services, "db" | "sessionCookie" | "clock" | "env">;

interface FileLink {
  key: string;
  viewerId: string;
}

/** How long a positive decision is cached, in milliseconds: a seeking player requests many parts at once. */
const cacheMs = 1_000;

/** Maximum cached decisions; the cache is cleared beyond it. */
const maxCached = 10_000;

/**
 * Returns a check of whether a request may read a stored file by a signed link: only in a session of the link's
 * viewer, and only while that person may watch the video. A link for everybody opens files of free lessons. Positive
 * decisions are cached for a second. The check rejects when the database fails.
 */
export function createFileGate(services: Needs): (cookies: string, link: FileLink) => Promise<boolean> {
  const held = new Map<string, { at: number; may: Promise<boolean> }>();
  return (cookies, link) => {
    const now = services.clock().getTime();
    const name = `${link.key}\n${link.viewerId}\n${cookies}`;
    const known = held.get(name);
    if (known && Math.abs(now - known.at) < cacheMs) return known.may;
    if (held.size >= maxCached) held.clear();
    const may = mayOpenFile(services, cookies, link);
    held.set(name, { at: now, may });
    const forget = () => held.get(name)?.may === may && held.delete(name);
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
