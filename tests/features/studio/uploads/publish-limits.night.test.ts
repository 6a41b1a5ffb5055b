import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { thumbnailMaxBytes } from "~/features/base/files/accepted-files";
import { formEnd, makeBoundary, partHead, streamedRequest } from "../../../support/multipart";
import { makeImage, makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { appUrl, startTestWorld } from "../../../support/test-services";
import { textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";

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
  test.each([limit - 1, limit])(
    "of %i bytes is published completely",
    async (bytes) => {
      const outcome = await upload(world, ana, formWithVideo(bytes));
      if (!("videoId" in outcome)) expect.fail(JSON.stringify(outcome));
      const row = await world.services.db
        .selectFrom("videos")
        .select("video_url")
        .where("id", "=", outcome.videoId)
        .executeTakeFirstOrThrow();
      expect((await world.services.storage.find(row.video_url ?? ""))?.bytes).toBe(bytes);
    },
    120_000,
  );

  test.each([limit + 1, limit + 1024 * 1024])(
    "of %i bytes is too large, and nothing is left",
    async (bytes) => {
      const outcome = await upload(world, ana, formWithVideo(bytes));
      expect(outcome).toEqual({ errors: { video: "videos.videoTooLarge" } });
      expect(await findStored(world, ana)).toEqual(nothing);
    },
    120_000,
  );
});

/** A picture of exactly so many bytes: what follows a JPEG's end is nobody's. */
async function picture(bytes: number): Promise<Uint8Array> {
  const image = await makeImage("jpeg");
  return Buffer.concat([image, Buffer.alloc(bytes - image.length)]);
}

describe("a thumbnail", () => {
  test.each([thumbnailMaxBytes - 1, thumbnailMaxBytes])("of %i bytes is accepted", async (bytes) => {
    const outcome = await upload(world, ana, [
      ...textParts(),
      thumbnailPart(await picture(bytes)),
      videoPart(),
    ]);
    expect(outcome).toHaveProperty("videoId");
  });

  test.each([thumbnailMaxBytes + 1, 2 * thumbnailMaxBytes])(
    "of %i bytes is too large, and nothing is left",
    async (bytes) => {
      const outcome = await upload(world, ana, [
        ...textParts(),
        thumbnailPart(await picture(bytes)),
        videoPart(),
      ]);
      expect(outcome).toEqual({ errors: { thumbnail: "videos.thumbnailTooLarge" } });
      expect(await findStored(world, ana)).toEqual(nothing);
    },
  );
});

test("the limits are the specified ones, to the byte", async () => {
  const source = await readFile(
    join(import.meta.dirname, "../../../../app/features/base/files/accepted-files.ts"),
    "utf8",
  );
  expect(source).toContain(
    `videoMaxBytes = ${(500 * 1024 * 1024).toLocaleString("en").replaceAll(",", "_")};`,
  );
  expect(thumbnailMaxBytes).toBe(5 * 1024 * 1024);
});
