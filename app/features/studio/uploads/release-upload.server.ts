import { planNewPreview } from "~/features/videos/media/make-preview.server";
import type { StoredTrailer } from "~/features/videos/media/preview-columns";
import {
  planThumbnailUrl,
  removeThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { placeHeldThumbnail, releaseHeld } from "./held-uploads.queries.server";
import { failAt } from "./publish-failure.server";
import type { UploadForm } from "./upload-form";

/** In milliseconds: the page or its form finishes a complete upload at once; after this the queue does. */
const finishAfterMs = 60_000;

interface Release {
  creatorId: string;
  uploadId: string;
  form: UploadForm;
  thumbnail: Thumbnail;
  trailer: StoredTrailer | undefined;
}

/**
 * Fills in a held upload from the sent form, and deletes its draft: from now on it is published when its file is
 * complete. Returns false if it is not held any more: another tab was faster, or it was dropped. Throws PublishFailed
 * when the store or the database fails; the draft stays.
 */
export async function releaseUpload(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  { creatorId, uploadId, form, thumbnail, trailer }: Release,
): Promise<boolean> {
  const thumbnailUrl = planThumbnailUrl(creatorId, thumbnail, clock());
  // Recorded before it is stored, so that the sweep finds it.
  const placed = await placeHeldThumbnail(db, { creatorId, uploadId, thumbnailUrl }).catch(
    failAt("videos.uploadRecordFailed", Error),
  );
  if (!placed) return false;
  await removeThumbnail(storage, placed.replaced)
    .then(() => storeThumbnail(storage, thumbnailUrl, thumbnail))
    .catch(failAt("videos.uploadThumbnailFailed"));
  const columns = {
    title: form.title,
    description: form.description,
    price_cents: form.price,
    topic_slug: form.topic,
    spoken_language: form.spokenLanguage ?? null,
    outcomes: form.outcomes ?? [],
    ...planNewPreview(form, { creatorId, trailer, now: clock() }),
  };
  const released = await db
    .transaction()
    .execute(async (trx) => {
      if (!(await releaseHeld(trx, { creatorId, uploadId, thumbnailUrl, columns }))) return false;
      // For a file that is complete already, and a page that is closed, or a store that fails, at this moment.
      const runAt = new Date(clock().getTime() + finishAfterMs);
      const own = { creatorId, videoId: uploadId };
      await addJob(trx, "finish-upload", own, { key: `finish:${uploadId}`, runAt });
      return true;
    })
    .catch(failAt("videos.uploadSaveFailed", Error));
  // Another form's thumbnail has been published, or nothing is.
  if (!released) await removeThumbnail(storage, thumbnailUrl).catch(failAt("videos.uploadThumbnailFailed"));
  return released;
}
