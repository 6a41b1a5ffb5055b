import { findSignedIn } from "~/platform/context.server";
import type { Services } from "~/platform/services.server";
import { parseVideoId } from "./video-id";
import { decideWatchAccess } from "./watch-access";
import { findWatchedFile } from "./watched-file.queries.server";

/**
 * Whether a request may have a stored file by a signed link: only in the session of the person that the link was made
 * for, and only while that person may watch the video. Throws when the database fails.
 */
export async function mayOpenFile(
  services: Pick<Services, "db" | "sessionCookie" | "clock">,
  request: Request,
  link: { key: string; viewerId: string },
): Promise<boolean> {
  // Both ids are UUIDs, of which PostgreSQL takes no other text.
  if (!parseVideoId(link.viewerId)) return false;
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
