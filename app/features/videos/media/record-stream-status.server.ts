import { publishUpload } from "~/features/videos/media/publish-video.queries.server";
import type { StreamState } from "~/integrations/streaming/streaming";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { postVideoMail } from "./post-video-mail.server";
import { queuePreview } from "./previews.queries.server";
import { streamFacts } from "./read-video-facts.server";
import { decideNextCheck } from "./stream-checks";
import { mergeProgress, type StreamProgress } from "./stream-status";
import { noteVideoFacts } from "./video-facts.queries.server";
import { forgetStoredFile, lockStream, noteMp4Asked, updateStream } from "./video-streams.queries.server";

type Needs = Pick<Services, "db" | "streaming" | "clock" | "log">;

/** Status of a stream, and whether the complete file was received. */
export type RecordedStream = StreamProgress & { sent: boolean };

/**
 * Records a report of the streaming service about a video, by webhook, by polling or after a browser's upload. The
 * result is independent of repeats and order. A ready video is published, its MP4 requested, and its stored file
 * removed. Returns undefined for an unknown or deleted video.
 */
export async function recordStreamStatus(
  services: Needs,
  { uid, state }: { uid: string; state: StreamState },
): Promise<RecordedStream | undefined> {
  const { db, clock } = services;
  const now = clock();
  const recorded = await db.transaction().execute(async (trx) => {
    const stream = await lockStream(trx, uid);
    if (!stream || stream.closed) return undefined;
    const { videoId, byBrowser, begunAt } = stream;
    const progress = mergeProgress(stream.progress, state);
    const sentAt = stream.sentAt ?? (byBrowser && progress.state !== "waiting" ? now : null);
    const sent = sentAt !== null;
    const checkAt = decideNextCheck({ ...progress, sent, since: sentAt ?? begunAt }, now);
    await updateStream(trx, videoId, { ...progress, sentAt, checkedAt: now, checkAt });
    if (sent && progress.state === "ready") {
      if (stream.storedKey) await removeStoredFile(trx, { videoId, key: stream.storedKey });
      if (await publishUpload(trx, { videoId, now })) await queuePreview(trx, videoId);
    }
    if (progress.state !== stream.progress.state && progress.state === "ready" && sent)
      await postVideoMail(trx, { videoId, kind: "videoReady", about: uid });
    if (progress.state !== stream.progress.state && progress.state === "failed")
      await postVideoMail(trx, { videoId, kind: "videoFailed", about: uid });
    const facts = streamFacts(state);
    if (facts) await noteVideoFacts(trx, videoId, { facts, now });
    return { ...progress, videoId, sent, mp4Asked: stream.mp4Asked };
  });
  if (recorded?.state === "ready" && recorded.sent && !recorded.hasMp4 && !recorded.mp4Asked) {
    await askForMp4(services, { uid, videoId: recorded.videoId });
  }
  return recorded;
}

async function removeStoredFile(trx: Db, { videoId, key }: { videoId: string; key: string }): Promise<void> {
  await forgetStoredFile(trx, videoId);
  await addJob(trx, "remove-replaced-file", { key });
}

/** A request that fails is repeated with the next check. */
async function askForMp4({ db, streaming, log }: Needs, video: { uid: string; videoId: string }) {
  try {
    await streaming?.askForMp4(video.uid);
    await noteMp4Asked(db, video.videoId);
  } catch (error) {
    log.warn({ err: error, videoId: video.videoId }, "a video's MP4 could not be requested");
  }
}
