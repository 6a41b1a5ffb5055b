import { parseId } from "~/features/fields/record-id";
import { findSignedIn } from "~/platform/context.server";
import type { Services } from "~/platform/services";
import { decideWatchAccess } from "./watch-access";
import { findWatchedFile } from "./watched-file.queries.server";

type Needs = Pick<Services, "db" | "sessionCookie" | "clock" | "env">;

/** What a signed link names. */
interface FileLink {
  key: string;
  viewerId: string;
}

/** How long an answer of yes holds, in milliseconds: a player that seeks asks for many parts at once. */
const heldMs = 1_000;

/** How many answers are held at most; beyond it all are dropped. */
const mostHeld = 10_000;

/**
 * Returns a check of whether a request, by its Cookie header, may have a stored file by a signed link: only in the session
 * of the person that the link was made for, and only while that person may watch the video. A yes holds for a second in
 * this process. The check rejects when the database fails.
 */
export function createFileGate(services: Needs): (cookies: string, link: FileLink) => Promise<boolean> {
  const held = new Map<string, { at: number; may: Promise<boolean> }>();
  return (cookies, link) => {
    const now = services.clock().getTime();
    const name = `${link.key}\n${link.viewerId}\n${cookies}`;
    const known = held.get(name);
    if (known && Math.abs(now - known.at) < heldMs) return known.may;
    if (held.size >= mostHeld) held.clear();
    const may = mayOpenFile(services, cookies, link);
    held.set(name, { at: now, may });
    const forget = () => held.get(name)?.may === may && held.delete(name);
    may.then((yes) => yes || forget(), forget);
    return may;
  };
}

async function mayOpenFile(services: Needs, cookies: string, link: FileLink): Promise<boolean> {
  // PostgreSQL takes no other text for an id.
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
    video.statuses,
  );
  return access === "bought" || access === "owner";
}
