import {
  removeRound,
  removeVideoFile,
  type VideoFile,
} from "~/features/studio/deletion/remove-video-file.server";
import { removeThumbnail } from "~/features/videos/pictures/thumbnail.server";
import type { Services } from "~/platform/services";
import { deleteUnpublishedVideo, listAbandonedVideos } from "./new-video.queries.server";
import {
  closeUpload,
  findOwnUpload,
  forgetFile,
  isHandedIn,
  placeOf,
  type UploadPlace,
} from "./resumable-uploads.queries.server";
import { listPictures, type OwnVideo } from "./unpublished.queries.server";
import { uploadKeptDays } from "./upload-limits";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

export type Dropped = { ok: true } | { ok: false; error: "notFound" | "published" };

/**
 * Deletes an unpublished video with its files. A concurrent publishing comes first and it stays, or finds it closed.
 */
export async function dropUpload(services: Needs, { creatorId, videoId }: OwnVideo): Promise<Dropped> {
  const { db, clock } = services;
  const upload = await findOwnUpload(db, { creatorId, videoId });
  if (!(await closeUpload(db, { creatorId, videoId, now: clock() })))
    return { ok: false, error: (await isHandedIn(db, { creatorId, videoId })) ? "published" : "notFound" };
  await removeUpload(services, {
    videoId,
    thumbnailUrl: upload?.thumbnailUrl ?? null,
    ...fileAt(upload?.place),
  });
  return { ok: true };
}

/** Removes a file that cannot be used; all else stays. A failure is logged. */
export async function dropFile(services: Needs, ownVideo: OwnVideo, place: UploadPlace): Promise<void> {
  if (!(await forgetFile(services.db, { ...ownVideo, place }))) return;
  await removeVideoFile(services, fileAt(place)).catch((error: unknown) =>
    services.log.error({ err: error, ...ownVideo }, "an unpublished video's file stayed behind"),
  );
}

/** Removes a closed upload's files, then its record. Failures are logged and swept later. */
export async function removeUpload(
  services: Pick<Services, "db" | "storage" | "streaming" | "log">,
  { videoId, thumbnailUrl, ...file }: UploadRemains,
): Promise<void> {
  const { db, storage, log } = services;
  try {
    await removeVideoFile(services, file);
    await removePicturesOf({ db, storage }, { videoId, thumbnailUrl });
    await deleteUnpublishedVideo(db, videoId);
  } catch (error) {
    log.error({ err: error, videoId }, "an upload could not be removed");
  }
}

/** Not by jobs: a name may be a person's. */
export async function removePicturesOf(
  { db, storage }: Pick<Services, "db" | "storage">,
  { videoId, thumbnailUrl }: { videoId: string; thumbnailUrl: string | null },
): Promise<void> {
  for (const url of new Set([...(await listPictures(db, videoId)), ...(thumbnailUrl ? [thumbnailUrl] : [])]))
    await removeThumbnail(storage, url);
}

interface UploadRemains extends VideoFile {
  videoId: string;
  thumbnailUrl: string | null;
}

export function fileAt(place: UploadPlace | undefined): VideoFile {
  if (!place) return {};
  if (place.delivery === "stream") return { cloudflare_video_id: place.uid };
  return { write: place.write, video_url: place.write.key };
}

const hour = 3_600_000;

/** In milliseconds: no upload lasts longer. */
const abandonedMs = uploadKeptDays * 24 * hour;

/** In milliseconds: when the removal of a dropped upload is retried after an outage of the store. */
const closedMs = hour;

/**
 * Clears uploads that a killed process never finished, and the store's temporary files. Idempotent and safe to run
 * concurrently. Throws the first failure at the end.
 */
export async function sweepAbandoned(
  services: Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">,
): Promise<void> {
  const { db, storage, clock, log } = services;
  const now = clock().getTime();
  const begunBefore = new Date(now - abandonedMs);
  const closedBefore = new Date(now - closedMs);
  const videos = await listAbandonedVideos(db, { begunBefore, closedBefore });
  let swept = 0;
  const remove = async (video: (typeof videos)[number]) => {
    const ownVideo = { creatorId: video.creator_id, videoId: video.id, now: new Date(now) };
    // Unless it was completed meanwhile.
    if (!video.deleted_at && !(await closeUpload(db, ownVideo))) return;
    // Files first: while the record exists, the next sweep finds what an interrupted one left.
    await removeVideoFile(services, { ...video, ...fileAt(placeOf(video)) });
    await removePicturesOf(services, { videoId: video.id, thumbnailUrl: video.thumbnail_url });
    await deleteUnpublishedVideo(db, video.id);
    swept += 1;
  };
  try {
    await removeRound(services, videos, { dueBefore: closedBefore, remove });
  } finally {
    const files = await storage.sweepTemporary(begunBefore);
    if (swept + files > 0) log.info({ videos: swept, files }, "swept what was abandoned");
  }
}
