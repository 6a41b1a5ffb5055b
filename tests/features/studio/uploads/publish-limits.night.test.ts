import { beforeEach, describe, expect, test } from "vitest";
import { formEnd, makeBoundary, partHead, streamedRequest } from "../../../support/multipart";
import { makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { appUrl, startTestWorld } from "../../../support/test-services";
import { textParts, thumbnailPart, upload } from "../../../support/upload";

/** Bytes: the true limit. */
const limit = 524_288_000;

const world = await startTestWorld();
let ana: string;
beforeEach(async () => {
  ana = await addCreator(world.services.db);
});

/** A form with a video of the given length, which is never held in memory. */
function formWithVideo(bytes: number): Request {
  const boundary = makeBoundary();
  const encode = (text: string) => new TextEncoder().encode(text);
  const block = new Uint8Array(1024 * 1024);
  function* chunks() {
    for (const part of [...textParts(), thumbnailPart()]) {
      yield encode(partHead(part, boundary));
      yield typeof part.content === "string" ? encode(part.content) : part.content;
      yield encode("\r\n");
    }
    yield encode(partHead({ name: "video", fileName: "longa.mp4", type: "video/mp4" }, boundary));
    const head = makeMp4(32);
    yield head;
    for (let left = bytes - head.length; left > 0; left -= block.length)
      yield block.subarray(0, Math.min(left, block.length));
    yield encode(`\r\n${formEnd(boundary)}`);
  }
  return streamedRequest(`${appUrl}/creator/upload`, chunks(), { boundary });
}

describe("a video", () => {
  test("of exactly the limit is published completely", async () => {
    const outcome = await upload(world, ana, formWithVideo(limit));
    if (!("videoId" in outcome)) expect.fail(JSON.stringify(outcome));
    const row = await world.services.db
      .selectFrom("videos")
      .select("video_url")
      .where("id", "=", outcome.videoId)
      .executeTakeFirstOrThrow();
    expect((await world.services.storage.find(row.video_url ?? ""))?.bytes).toBe(limit);
  }, 120_000);

  test("of one byte more is too large, and nothing is left", async () => {
    const outcome = await upload(world, ana, formWithVideo(limit + 1));
    expect(outcome).toEqual({ errors: { video: "videos.videoTooLarge" } });
    expect(await findStored(world, ana)).toEqual(nothing);
  }, 120_000);
});
