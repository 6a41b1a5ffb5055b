import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { postMail } from "~/features/base/mail/post-mail.server";
import { StreamingError, type StreamState } from "~/integrations/streaming/streaming";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { ConversionReason } from "./conversion";
import { findVideoCreator } from "./conversions.queries.server";
import { queuePreview } from "./previews.queries.server";
import { publishUpload } from "./publish-video.queries.server";
import { streamFacts } from "./read-video-facts.server";
import { decideNextCheck, goneCode, mergeProgress, type StreamProgress } from "./stream-status";
import { noteVideoFacts } from "./video-facts.queries.server";
import {
  claimDueStreams,
  forgetStoredFile,
  lockStream,
  noteMp4Asked,
  stopChecking,
  updateStream,
} from "./video-streams.queries.server";

type Needs = Pick<Services, "db" | "streaming" | "clock" | "log">;

type RecordedStream = StreamProgress & { sent: boolean };

/**
 * By webhook, by polling or after a browser's upload; independent of repeats and order. A ready video is published,
 * its MP4 requested, and its stored file removed. Undefined for an unknown or deleted video.
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
      if (await publishUpload(trx, { videoId, now })) {
        await queuePreview(trx, videoId);
        if (stream.progress.state !== "ready")
          await postVideoMail(trx, { videoId, kind: "videoReady", about: uid });
      }
    }
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

/** In one run, and concurrently. */
const batch = 50;
const atOnce = 4;

/**
 * Failed requests after which the service counts as away. One alone may be an unreadable response about one video.
 */
const silencesMost = atOnce;

/** In milliseconds: when a claimed video that was not polled, because the service is away, is polled again. */
const putOffMs = 2 * 60_000;

/**
 * The service's webhook reports only the end, and may be lost. While the service is away, the rest waits; a failure
 * with one video alone is logged. Idempotent and safe to run concurrently.
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
  const recorded = await recordStreamStatus(services, { uid, state: { state: "waiting" } });
  // No byte was received and the upload address has expired: its creator or the sweep removes it.
  if (recorded?.sent) await recordStreamStatus(services, { uid, state: gone });
  services.log.warn({ videoId, state: recorded?.state }, "the streaming service knows a video no more");
  await stopChecking(services.db, videoId);
}

/** In the transaction that records it. `about`: the file or stream: one mail for each. */
export async function postVideoMail(
  trx: Db,
  {
    videoId,
    kind,
    about,
    reason,
  }: { videoId: string; kind: "videoReady" | "videoFailed"; about: string; reason?: ConversionReason },
): Promise<void> {
  const userId = await findVideoCreator(trx, videoId);
  if (!userId) return;
  await postMail(trx, {
    kind,
    key: `${kind}:${videoId}:${markOf(about)}`,
    to: { userId },
    facts: { videoId, ...(reason && { reason }) },
  });
}

/** To those who paid for a video whose file does not play. `videoUrl`: the file. */
export async function queueUnreadableMails(trx: Db, videoId: string, videoUrl: string): Promise<void> {
  const file = markOf(videoUrl);
  await addJob(trx, "tell-unreadable", { videoId, file }, { key: `unreadable:${videoId}:${file}` });
}

const markOf = (about: string) => createHash("sha256").update(about).digest("hex").slice(0, 16);
