/** A world whose new videos go to a local Cloudflare Stream. */
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { checkStreams } from "~/features/videos/media/record-stream-status.server";
import { sendToStream } from "~/features/videos/media/send-to-stream.server";
import { action as edit } from "~/routes/creator/edit-video";
import { action as end } from "~/routes/creator/upload-end";
import { action as begin } from "~/routes/creator/uploads";
import { action as webhook } from "~/routes/system/stream-webhook";
import type { StreamOptions } from "../../../../dev/cloudflare-stream/server";
import { type Answer, ask } from "../../../support/ask";
import { listJobs } from "../../../support/jobs";
import { startLocalStream } from "../../../support/local-stream";
import { inChunks, makeBoundary, multipartBody, streamedRequest } from "../../../support/multipart";
import { makeMp4, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored } from "../../../support/stored";
import { readRow } from "../../../support/tables";
import { appUrl, startTestWorld, type TestWorld } from "../../../support/test-services";
import { publish, textParts, thumbnailPart, videoPart } from "../../../support/upload";
import { beginParts, videoParts } from "../../studio/uploads/tus";

/** Without ffmpeg unless asked: what is tried here is what the product makes of the service's states. */
export async function startStreamScene(options: Partial<StreamOptions> = {}) {
  let world: TestWorld | undefined;
  const clock = () => world?.services.clock() ?? new Date();
  const stream = await startLocalStream({ ffmpeg: false, clock, ...options });
  world = await startTestWorld(stream.env);
  return { stream, world, ...acts(world, stream) };
}

function acts(world: TestWorld, stream: Awaited<ReturnType<typeof startLocalStream>>) {
  const { db } = world.services;
  const rows = db
    .selectFrom("videos")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .selectAll();
  return {
    async creator() {
      const userId = await addCreator(db);
      return { userId, cookie: await signIn(world, userId) };
    },

    /** Publishes by the form without script, and runs the job that sends the file. Returns the video's row. */
    async publish(userId: string, video?: Uint8Array) {
      const { id } = await publish(world, userId, plainForm(video));
      await sendToStream(world.services, { videoId: id });
      return readRow(db, "videos", { id });
    },

    /** A video on sale at the service; with two checks its MP4 is found too. Returns its id. */
    async onSale(userId: string, { bytes = 200_000, checks = 1 } = {}): Promise<string> {
      const { id } = await this.publish(userId, makeMp4(bytes));
      for (let check = 0; check < checks; check += 1) {
        await stream.settled();
        world.advance(61_000);
        await checkStreams(world.services);
      }
      return id;
    },

    /** Ends all faults of the service. */
    heal() {
      stream.setFault("api", undefined);
      stream.setFault("upload", undefined);
      stream.setFault("playback", undefined);
      stream.failCaptions(false);
      stream.failDownloads(false);
      stream.release();
    },

    /** All that is left of a creator anywhere, after the queue's removals: records, files, videos at the service. */
    async left(userId: string) {
      for (const { payload } of await listJobs(db, { task: "remove-replaced-file" }))
        await world.services.storage.remove(payload.key ?? "");
      const stored = await findStored(world, userId);
      const streamed = stream.videos().filter(({ creator }) => creator === userId);
      return { ...stored, streamed: streamed.map(({ uid }) => uid) };
    },

    row: (videoId: string) => rows.where("id", "=", videoId).executeTakeFirstOrThrow(),

    only: (userId: string) => rows.where("creator_id", "=", userId).executeTakeFirstOrThrow(),

    /** Begins a video, whose creator has pressed "Publicar" unless it is `held`. */
    async begin(
      cookie: string,
      file: Uint8Array,
      { held = false } = {},
    ): Promise<{ uploadId: string; sendTo: string; answer: Answer }> {
      // Another mark each time: the same file would go on.
      const parts = beginParts(file, { videoMark: randomUUID() });
      const answer = await ask(world, begin, { path: "/creator/uploads", parts, cookie });
      const { videoId: uploadId = "", sendTo = "" } = JSON.parse(answer.text) as Record<string, string>;
      if (uploadId && !held) await this.release(cookie, uploadId);
      return { uploadId, sendTo, answer };
    },

    release: (cookie: string, videoId: string) =>
      ask(world, edit, { path: `/creator/videos/${videoId}/edit`, parts: videoParts(), cookie }),

    /** What the browser asks once all is sent. */
    end: (cookie: string, uploadId: string) =>
      ask(world, end, { path: `/creator/uploads/${uploadId}`, form: { intent: "publish" }, cookie }),

    /** Hands the product a webhook of the service's. */
    hear: (word: { body: string; signature: string | null }) =>
      ask(world, webhook, {
        path: "/webhooks/stream",
        body: word.body,
        method: "POST",
        headers: word.signature === null ? {} : { "Webhook-Signature": word.signature },
      }),
  };
}

export const nothingLeft = { rows: [], objects: [], halfWritten: [], streamed: [] };

/** The form as a browser without script sends it. */
export function plainForm(video: Uint8Array = makeMp4(300_000)): Request {
  const boundary = makeBoundary();
  const body = multipartBody([...textParts(), thumbnailPart(), videoPart(video)], boundary);
  return streamedRequest(`${appUrl}/creator/upload`, inChunks(body, 64 * 1024), { boundary });
}

/** Returns a stored file's bytes; undefined without a file. */
export async function readStored(world: TestWorld, key: string): Promise<Buffer | undefined> {
  const found = await world.services.storage.open(key);
  return found && buffer(found.body);
}

/** One piece of a file to its place, as tus-js-client sends it; gives the status and the offset after it. */
export async function patch(sendTo: string, offset: number, piece: Uint8Array) {
  const answer = await fetch(sendTo, {
    method: "PATCH",
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
    },
    body: Buffer.from(piece),
  });
  return { status: answer.status, offset: Number(answer.headers.get("Upload-Offset")) };
}

/** How much of a file has come to its place. */
export async function offsetOf(sendTo: string): Promise<number> {
  const answer = await fetch(sendTo, { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" } });
  return Number(answer.headers.get("Upload-Offset"));
}
