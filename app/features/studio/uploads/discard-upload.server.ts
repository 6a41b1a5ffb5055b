import { removeVideoFile, type VideoFile } from "~/features/studio/deletion/remove-video-file.server";
import { removeThumbnail } from "~/features/videos/pictures/thumbnail.server";
import type { Services } from "~/platform/services";
import { deleteUnpublishedVideo } from "./new-video.queries.server";
import {
  closeUpload,
  findOwnUpload,
  isHandedIn,
  isStreamed,
  type UploadPlace,
} from "./resumable-uploads.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

export type Dropped = { ok: true } | { ok: false; error: "notFound" | "published" };

/**
 * Deletes one of a creator's own unfinished uploads with its bytes. If it is published at the same time, either the
 * publishing comes first and it stays, or the publishing finds it closed.
 */
export async function dropUpload(
  services: Needs,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<Dropped> {
  const { db, clock } = services;
  const upload = await findOwnUpload(db, { creatorId, videoId });
  if (!upload)
    return { ok: false, error: (await isStreamed(db, { creatorId, videoId })) ? "published" : "notFound" };
  if (!(await closeUpload(db, { creatorId, videoId, now: clock() })))
    return { ok: false, error: (await isHandedIn(db, { creatorId, videoId })) ? "published" : "notFound" };
  await removeUpload(services, { ...upload, ...fileAt(upload.place) });
  return { ok: true };
}

/** Closes an upload that could not begin, and removes what is there of it. */
export async function undoUpload(
  services: Needs,
  {
    place,
    ...own
  }: { creatorId: string; videoId: string; thumbnailUrl: string | null; place: UploadPlace | undefined },
): Promise<void> {
  const { db, clock } = services;
  await closeUpload(db, { ...own, now: clock() }).catch(() => false);
  await removeUpload(services, { ...own, ...fileAt(place) });
}

/** Removes a closed upload's files, then its record. Failures are logged and swept later. */
export async function removeUpload(
  services: Pick<Services, "db" | "storage" | "streaming" | "log">,
  { videoId, thumbnailUrl, ...file }: UploadRemains,
): Promise<void> {
  const { db, storage, log } = services;
  try {
    await removeVideoFile(services, file);
    await removeThumbnail(storage, thumbnailUrl);
    await deleteUnpublishedVideo(db, videoId);
  } catch (error) {
    log.error({ err: error, videoId }, "an upload could not be removed");
  }
}

interface UploadRemains extends VideoFile {
  videoId: string;
  thumbnailUrl: string | null;
}

/** Returns the locations of an upload's bytes, for `removeVideoFile`. */
export function fileAt(place: UploadPlace | undefined): VideoFile {
  if (!place) return {};
  if (place.delivery === "stream") return { cloudflare_video_id: place.uid };
  return { write: place.write, video_url: place.write.key };
}
