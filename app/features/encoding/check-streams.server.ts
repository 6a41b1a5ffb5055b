import pLimit from "p-limit";
import { goneCode } from "~/features/studio/own-video";
import { StreamingError, type StreamState } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";
import { takeStreamState } from "./record-stream-status.server";
import { claimDueStreams, stopChecking } from "./video-streams.queries.server";

/** So many videos are asked about in one go, and so many at once. */
const batch = 50;
const atOnce = 4;

/** After so many that got no answer the service counts as away. One alone may be an answer about one video that cannot be read. */
const silencesMost = atOnce;

/** What was taken to be asked about and was not, because the service is away, comes up again after this, in milliseconds. */
const putOffMs = 2 * 60_000;

/**
 * Asks the streaming service about every video whose check is due: its webhook tells only the end, and may be lost.
 * Where the service is away, the rest waits; what goes wrong with one video alone is logged, and the others are asked
 * about: it comes up again behind them. Safe to run concurrently, to repeat and to interrupt (idempotent).
 */
export async function checkStreams(
  services: Pick<Services, "db" | "streaming" | "clock" | "log">,
): Promise<void> {
  const { db, streaming, clock, log } = services;
  if (!streaming) return;
  const now = clock();
  const due = await claimDueStreams(db, { now, until: new Date(now.getTime() + putOffMs), limit: batch });
  const limit = pLimit(atOnce);
  const silences: unknown[] = [];
  await Promise.all(
    due.map((video) =>
      limit(async () => {
        if (silences.length >= silencesMost) return;
        try {
          const state = await streaming.find(video.uid);
          if (state) await takeStreamState(services, { uid: video.uid, state });
          else await takeLoss(services, video);
        } catch (error) {
          if (error instanceof StreamingError && error.kind === "unavailable") silences.push(error);
          else log.error({ err: error, videoId: video.videoId }, "a video's stream could not be checked");
        }
      }),
    ),
  );
  const [silence] = silences;
  if (silence) log.warn({ err: silence, videos: due.length }, "the streaming service could not be asked");
}

const gone: StreamState = { state: "failed", code: goneCode, reason: "No longer at the streaming service." };

async function takeLoss(
  services: Parameters<typeof takeStreamState>[0],
  { uid, videoId }: { uid: string; videoId: string },
): Promise<void> {
  const sent = await takeStreamState(services, { uid, state: { state: "waiting" } });
  // Nothing ever came, and its place has lapsed: it is its creator's to drop, or the sweep's.
  if (sent?.sent) await takeStreamState(services, { uid, state: gone });
  services.log.warn({ videoId, state: sent?.state }, "the streaming service knows a video no more");
  await stopChecking(services.db, videoId);
}
