import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import type { Services } from "~/platform/services";
import { deletePosition, savePosition } from "./watch-positions.queries.server";

/**
 * Stores a viewer's position in a video; 0 seconds deletes it. Returns false, without writing, for people who may not
 * watch.
 */
export async function rememberPosition(
  { db, clock }: Pick<Services, "db" | "clock">,
  viewer: { userId: string },
  { videoId, seconds }: { videoId: string; seconds: number },
): Promise<boolean> {
  const { access } = await findWatchAccess(db, viewer, videoId);
  if (access !== "owner" && access !== "bought") return false;
  if (seconds === 0) await deletePosition(db, viewer.userId, videoId);
  else await savePosition(db, { userId: viewer.userId, videoId, seconds, now: clock() });
  return true;
}
