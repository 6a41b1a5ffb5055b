import { publishUpload } from "~/features/uploads/resumable-uploads.queries.server";
import type { StreamState } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";
import { decideNextCheck } from "./stream-checks";
import { mergeProgress, type StreamProgress } from "./stream-status";
import { lockStream, noteMp4Asked, updateStream } from "./video-streams.queries.server";

type Needs = Pick<Services, "db" | "streaming" | "clock" | "log">;

/** How far a stream is now, and whether the whole file had come. */
export type TakenStream = StreamProgress & { sent: boolean };

/**
 * Takes in what the streaming service says of a video, by webhook, polling or because a browser says it is done. Said
 * again, late or in another order it comes to the same. What is ready is published, and its MP4 asked for.
 * `relayed`: this server has just sent the whole file, and all else of the video is in its place.
 * Gives undefined for a video that is not ours, or was dropped.
 */
export async function takeStreamState(
  services: Needs,
  { uid, state, relayed = false }: { uid: string; state: StreamState; relayed?: boolean },
): Promise<TakenStream | undefined> {
  const { db, clock } = services;
  const now = clock();
  const taken = await db.transaction().execute(async (trx) => {
    const stream = await lockStream(trx, uid);
    if (!stream || stream.closed) return undefined;
    const { videoId, byBrowser, begunAt } = stream;
    const progress = mergeProgress(stream.progress, state);
    const isThere = relayed || (byBrowser && progress.state !== "waiting");
    const sentAt = stream.sentAt ?? (isThere ? now : null);
    const sent = sentAt !== null;
    const checkAt = decideNextCheck({ ...progress, sent, since: sentAt ?? begunAt }, now);
    await updateStream(trx, videoId, { ...progress, sentAt, checkedAt: now, checkAt });
    if (sent && progress.state === "ready") await publishUpload(trx, { videoId, now });
    return { ...progress, videoId, sent, mp4Asked: stream.mp4Asked };
  });
  if (taken?.state === "ready" && taken.sent && !taken.hasMp4 && !taken.mp4Asked) {
    await askForMp4(services, { uid, videoId: taken.videoId });
  }
  return taken;
}

/** What cannot be asked for now is asked for with the next check. */
async function askForMp4({ db, streaming, log }: Needs, video: { uid: string; videoId: string }) {
  try {
    await streaming?.askForMp4(video.uid);
    await noteMp4Asked(db, video.videoId);
  } catch (error) {
    log.warn({ err: error, videoId: video.videoId }, "a video's MP4 could not be asked for");
  }
}
