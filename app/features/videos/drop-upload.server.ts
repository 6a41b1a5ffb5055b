import type { ResumableWrite } from "~/integrations/storage/resumable-writes";
import type { Services } from "~/platform/services.server";
import { closeUpload, findOwnUpload, isPublished } from "./resumable-uploads.queries.server";
import { removeThumbnail } from "./thumbnail.server";
import { deleteUnpublishedVideo } from "./videos.queries.server";

type Needs = Pick<Services, "db" | "storage" | "clock" | "log">;

export type Dropped = { ok: true } | { ok: false; error: "notFound" | "published" };

/**
 * Drops one of a creator's own unfinished uploads, with all that came of it. Publishing it at the same moment either
 * comes first, and then it stays, or finds it closed.
 */
export async function dropUpload(
  services: Needs,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<Dropped> {
  const { db, clock } = services;
  const upload = await findOwnUpload(db, { creatorId, videoId });
  if (!upload) return { ok: false, error: "notFound" };
  if (!(await closeUpload(db, { creatorId, videoId, now: clock() })))
    return { ok: false, error: (await isPublished(db, videoId)) ? "published" : "notFound" };
  await removeUpload(services, upload);
  return { ok: true };
}

/** Removes what is left of a closed upload, its record last. What cannot be removed now is logged, and swept later. */
export async function removeUpload(
  { db, storage, log }: Needs,
  { videoId, write, thumbnailUrl }: UploadRemains,
): Promise<void> {
  try {
    if (write) {
      await storage.resumable.abandon(write);
      await storage.remove(write.key);
    }
    await removeThumbnail(storage, thumbnailUrl);
    await deleteUnpublishedVideo(db, videoId);
  } catch (error) {
    log.error({ err: error, videoId }, "an upload could not be removed");
  }
}

interface UploadRemains {
  videoId: string;
  write: ResumableWrite | undefined;
  thumbnailUrl: string | null;
}
