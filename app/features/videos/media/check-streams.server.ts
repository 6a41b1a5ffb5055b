import pLimit from "p-limit";
import { StreamingError, type StreamState } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";
import { goneCode } from "./own-video-state";
import { recordStreamStatus } from "./record-stream-status.server";
import { claimDueStreams, stopChecking } from "./video-streams.queries.server";

/** Videos polled in one run, and concurrently. */
const batch = 50;
const atOnce = 4;

/** Failed requests after which the service counts as away. One alone may be an unreadable response about one video. */
const silencesMost = atOnce;

/** In milliseconds: when a claimed video that was not polled, because the service is away, is polled again. */
const putOffMs = 2 * 60_000;

/**
 * Asks the streaming service about every video whose check is due: its webhook reports only the end, and may be lost.
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
          if (state) await recordStreamStatus(services, { uid: video.uid, state });
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
  services: Parameters<typeof recordStreamStatus>[0],
  { uid, videoId }: { uid: string; videoId: string },
): Promise<void> {
  const sent = await recordStreamStatus(services, { uid, state: { state: "waiting" } });
  // No byte was received and the upload address has expired: its creator or the sweep removes it.
  if (sent?.sent) await recordStreamStatus(services, { uid, state: gone });
  services.log.warn({ videoId, state: sent?.state }, "the streaming service knows a video no more");
  await stopChecking(services.db, videoId);
}
