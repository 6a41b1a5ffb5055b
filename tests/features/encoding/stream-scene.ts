/** A world whose new videos go to a local Cloudflare Stream. */
import { action as end } from "~/routes/creator/upload-end";
import { action as begin } from "~/routes/creator/uploads";
import { action as webhook } from "~/routes/system/stream-webhook";
import type { StreamOptions } from "../../../dev/cloudflare-stream/local-stream";
import { type Answer, ask, makeRequest } from "../../support/ask";
import { startLocalStream } from "../../support/local-stream";
import { inChunks, makeBoundary, multipartBody, type Part, streamedRequest } from "../../support/multipart";
import { makeMp4, signIn } from "../../support/people";
import { addCreator } from "../../support/rows";
import { findStored } from "../../support/stored";
import { appUrl, startTestWorld, type TestWorld } from "../../support/test-services";
import { textParts, thumbnailPart, videoPart } from "../../support/upload";
import { beginParts } from "../uploads/tus";

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
  return {
    async creator() {
      const userId = await addCreator(db);
      return { userId, cookie: await signIn(world, userId) };
    },

    /** All that is left of a creator anywhere: records, files, videos at the service. */
    async left(userId: string) {
      const stored = await findStored(world, userId);
      const streamed = stream.videos().filter(({ creator }) => creator === userId);
      return { ...stored, streamed: streamed.map(({ uid }) => uid) };
    },

    async row(videoId: string) {
      return db
        .selectFrom("videos")
        .leftJoin("video_streams", "video_streams.video_id", "videos.id")
        .selectAll()
        .where("id", "=", videoId)
        .executeTakeFirstOrThrow();
    },

    async only(userId: string) {
      return db
        .selectFrom("videos")
        .leftJoin("video_streams", "video_streams.video_id", "videos.id")
        .selectAll()
        .where("creator_id", "=", userId)
        .executeTakeFirstOrThrow();
    },

    /** Begins an upload as the screen does; gives its id and where the file goes. */
    async begin(
      cookie: string,
      file: Uint8Array,
    ): Promise<{ uploadId: string; sendTo: string; answer: Answer }> {
      const answer = await ask(world, begin, { path: "/creator/uploads", parts: beginParts(file), cookie });
      const { uploadId = "", sendTo = "" } = JSON.parse(answer.text) as Record<string, string>;
      return { uploadId, sendTo, answer };
    },

    /** What the browser asks once all is sent. */
    end: (cookie: string, uploadId: string) =>
      ask(world, end, {
        path: `/creator/uploads/${uploadId}`,
        params: { uploadId },
        form: { intent: "publish" },
        cookie,
      }),

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

/** The plain form with its video last; `length` as the browser says it, by default right. */
export function plainForm(
  video: Uint8Array = makeMp4(300_000),
  { length = true, after = [] }: { length?: boolean; after?: Part[] } = {},
): Request {
  const boundary = makeBoundary();
  const body = multipartBody([...textParts(), thumbnailPart(), videoPart(video), ...after], boundary);
  const headers = length ? { "Content-Length": String(body.length) } : undefined;
  return streamedRequest(`${appUrl}/creator/upload`, inChunks(body, 64 * 1024), { boundary, headers });
}

export { makeRequest };

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
