import type { Services } from "~/platform/services";
import { findWatchAccess } from "./find-watch-access.server";
import { deletePosition, savePosition } from "./watch-positions.queries.server";

/**
 * Remembers how far someone has come in a video that they may watch; 0 seconds forgets it.
 * Gives whether they may: for anyone else nothing is written.
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
