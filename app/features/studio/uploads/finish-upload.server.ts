import { videoSampleBytes } from "~/features/base/files/accepted-files";
import { detectFormat } from "~/features/base/files/detect-video.server";
import { queuePreview } from "~/features/videos/media/previews.queries.server";
import { publishUpload } from "~/features/videos/media/publish-video.queries.server";
import { queueConversion } from "~/features/videos/media/queue-conversion.server";
import { queueVideoFacts } from "~/features/videos/media/read-video-facts.server";
import { recordStreamStatus } from "~/features/videos/media/record-stream-status.server";
import type { MessageKey } from "~/i18n/message-key";
import { ResumableWriteGone } from "~/integrations/storage/storage";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";
import { dropFile } from "./discard-upload.server";
import { findOwnUpload, isHandedIn, isStreamed, type UploadPlace } from "./resumable-uploads.queries.server";
import { isUnpublished, type OwnVideo } from "./unpublished.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

/**
 * `held`: complete, and waits for its creator to publish it. `stream`: the streaming service has the whole file.
 * `refused`: the content is not what was declared; the file was removed, and the video stays.
 */
type FinishResult =
  | { ok: true; held?: true; stream?: "processing" | "ready" | "failed" }
  | { ok: false; error: "notFound" | "unfinished" }
  | { ok: false; error: "refused"; message: MessageKey };

/**
 * Publishes an upload once it is complete and its content is what its first bytes declared. Idempotent after a crash
 * at any point. Throws when the store or the database fails: the bytes stay for a retry.
 */
export async function finishUpload(services: Needs, { creatorId, videoId }: OwnVideo): Promise<FinishResult> {
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
  const file = await storage.open(write.key, { range: { start: 0, end: videoSampleBytes - 1 } });
  if (!file) return { ok: false, error: "notFound" };
  // The key's ending says what the first bytes were when the upload was begun: the object must still begin
  // so.
  const format = await detectFormat(file.body);
  if (!format || !write.key.endsWith(`.${format}`)) {
    await dropFile(services, { creatorId, videoId }, place);
    return { ok: false, error: "refused", message: "videos.videoFormat" };
  }
  const now = clock();
  const published = await db.transaction().execute(async (trx) => {
    if (!(await publishUpload(trx, { videoId, now }))) return false;
    await queueConversion(trx, { videoId, videoUrl: write.key, now });
    await queueVideoFacts(trx, videoId);
    await queuePreview(trx, videoId);
    return true;
  });
  if (published) return { ok: true };
  if (await isHandedIn(db, { creatorId, videoId })) return { ok: true };
  // Its creator has not published it yet.
  if (await isUnpublished(db, { creatorId, videoId })) return { ok: true, held: true };
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

/** The browser reports that it has sent the complete file; the streaming service is asked to confirm it. */
async function finishStream(services: Needs, upload: StreamUpload): Promise<FinishResult> {
  const { db, streaming } = services;
  const { creatorId, videoId, place } = upload;
  if (!streaming)
    throw new StreamingError("an upload goes to a streaming service that is not set up", "refused");
  const state = await streaming.find(place.uid);
  if (!state) {
    // Its upload address expired, or the video was removed at the service: it cannot be completed any more.
    await dropFile(services, { creatorId, videoId }, place);
    return { ok: false, error: "notFound" };
  }
  const stream = await recordStreamStatus(services, { uid: place.uid, state });
  if (!stream) return { ok: false, error: "notFound" };
  if (stream.state === "waiting") return { ok: false, error: "unfinished" };
  const held = stream.state === "ready" && (await isUnpublished(db, { creatorId, videoId }));
  return { ok: true, ...(held ? { held } : {}), stream: stream.state };
}
