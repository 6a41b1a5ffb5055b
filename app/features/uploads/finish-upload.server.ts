import { queueConversion } from "~/features/encoding/queue-conversion.server";
import { takeStreamState } from "~/features/encoding/record-stream-status.server";
import type { MessageKey } from "~/i18n/message-key";
import { ResumableWriteGone } from "~/integrations/storage/resumable-writes";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";
import { detectFormat } from "./detect-video.server";
import { fileAt, removeUpload } from "./discard-upload.server";
import {
  closeUpload,
  findOwnUpload,
  isHandedIn,
  isStreamed,
  publishUpload,
  type UploadPlace,
} from "./resumable-uploads.queries.server";
import { videoSampleBytes } from "./upload-limits";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

/**
 * `stream` is for a video that the streaming service has whole: on its way, in the shop, or refused by the service.
 * `refused`: the content is not what it was said to be, and nothing of it is left.
 */
export type Finished =
  | { ok: true; stream?: "processing" | "ready" | "failed" }
  | { ok: false; error: "notFound" | "unfinished" }
  | { ok: false; error: "refused"; message: MessageKey };

/**
 * Publishes one of a creator's own uploads once every byte is there and the content is what its beginning was. Asked
 * again, from anywhere, after a crash at any point, it goes on from there; once published, it says so.
 * Throws when the store or the database fails: what came stays, to be asked for again.
 */
export async function finishUpload(
  services: Needs,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<Finished> {
  const { db, storage, clock } = services;
  const upload = await findOwnUpload(db, { creatorId, videoId });
  if (!upload) {
    const streamed = await isStreamed(db, { creatorId, videoId });
    return streamed ? { ok: true, stream: "processing" } : { ok: false, error: "notFound" };
  }
  if (upload.published) return { ok: true };
  const { place } = upload;
  if (place.delivery === "stream") return finishStream(services, { creatorId, ...upload, place });

  const { write } = place;
  const offset = await storage.resumable.offset(write);
  if (offset === undefined) return { ok: false, error: "notFound" };
  if (offset < write.bytes) return { ok: false, error: "unfinished" };
  try {
    await storage.resumable.finish(write);
  } catch (error) {
    // Dropped in the meantime.
    if (error instanceof ResumableWriteGone) return { ok: false, error: "notFound" };
    throw error;
  }
  const found = await storage.open(write.key, { range: { start: 0, end: videoSampleBytes - 1 } });
  if (!found) return { ok: false, error: "notFound" };
  // The key's ending says what the first bytes were when the upload was begun: the object must still begin so.
  const format = await detectFormat(found.body);
  if (!format || !write.key.endsWith(`.${format}`)) {
    if (await closeUpload(db, { creatorId, videoId, now: clock() }))
      await removeUpload(services, { ...upload, ...fileAt(place) });
    return { ok: false, error: "refused", message: "videos.videoFormat" };
  }
  const now = clock();
  const published = await db.transaction().execute(async (trx) => {
    if (!(await publishUpload(trx, { videoId, now }))) return false;
    await queueConversion(trx, { videoId, videoUrl: write.key, now });
    return true;
  });
  if (published) return { ok: true };
  if (await isHandedIn(db, { creatorId, videoId })) return { ok: true };
  // Dropped in the meantime, perhaps before the object was in its place.
  await storage.remove(write.key);
  return { ok: false, error: "notFound" };
}

interface StreamUpload {
  creatorId: string;
  videoId: string;
  thumbnailUrl: string | null;
  place: Extract<UploadPlace, { delivery: "stream" }>;
}

/** A browser says that it has sent all of a file to the streaming service: whether that is so, the service knows. */
async function finishStream(services: Needs, upload: StreamUpload): Promise<Finished> {
  const { db, streaming, clock } = services;
  const { creatorId, videoId, place } = upload;
  if (!streaming)
    throw new StreamingError("an upload goes to a streaming service that is not set up", "refused");
  const state = await streaming.find(place.uid);
  if (!state) {
    // Its place has lapsed, or someone removed it there: nothing can come of it any more.
    if (await closeUpload(db, { creatorId, videoId, now: clock() }))
      await removeUpload(services, { ...upload, ...fileAt(place) });
    return { ok: false, error: "notFound" };
  }
  const taken = await takeStreamState(services, { uid: place.uid, state });
  if (!taken) return { ok: false, error: "notFound" };
  if (taken.state === "waiting") return { ok: false, error: "unfinished" };
  return { ok: true, stream: taken.state };
}
