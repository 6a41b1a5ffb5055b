import { downloadLinkSeconds } from "~/features/base/files/link-lifetime";
import { findAttachment } from "~/features/videos/attachments/attachments.queries.server";
import type { Services } from "~/platform/services";
import { findWatchAccess } from "./find-watch-access.server";

/**
 * Returns a signed link by which a viewer downloads a file that comes with a video; undefined if there is no such file
 * or they may not watch the video.
 */
export async function openAttachment(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  viewer: { userId: string },
  { videoId, id }: { videoId: string; id: string },
): Promise<string | undefined> {
  const { access } = await findWatchAccess(db, viewer, videoId);
  if (access !== "owner" && access !== "bought") return undefined;
  const file = await findAttachment(db, { videoId, id });
  if (!file) return undefined;
  return storage.signedUrl(file.storage_key, {
    viewerId: viewer.userId,
    expiresAt: new Date(clock().getTime() + downloadLinkSeconds * 1000),
    saveAs: `${file.name}.${file.kind}`,
  });
}
