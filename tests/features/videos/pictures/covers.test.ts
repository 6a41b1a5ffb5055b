/** Covers in place of thumbnails, and as JPEGs, which anyone may ask for. */
import sharp from "sharp";
import { expect, test } from "vitest";
import { editVideo } from "~/features/studio/own-videos/edit-video.server";
import { findCoverJpeg } from "~/features/videos/pictures/draw-cover.server";
import { coverJpegPath } from "~/features/videos/pictures/picture-paths";
import { makeThumbnail, planThumbnailUrl, storeThumbnail } from "~/features/videos/pictures/thumbnail.server";
import { makeRequest } from "../../../support/ask";
import type { Part } from "../../../support/multipart";
import { allowVideos, makeCreator } from "../../../support/people";
import { readRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { publish, textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";

const world = await startTestWorld();
const { services } = world;
const creator = await makeCreator(world);
await allowVideos(services, creator.userId);

const cover = { coverTitle: "Costura básica", coverDrawing: "ipe", coverGround: "rosa" };
const empty = { name: "thumbnail", fileName: "", type: "application/octet-stream", content: "" };

const send = (changes: Record<string, string>, thumbnail: Part) =>
  upload(world, creator.userId, [...textParts(changes), thumbnail, videoPart()]);
const publishWith = (changes: Record<string, string>, thumbnail: Part) =>
  publish(world, creator.userId, [...textParts(changes), thumbnail, videoPart()]);

test("the chosen drawing is the thumbnail of a form without a file", async () => {
  const { thumbnail_url: url } = await publishWith(cover, empty);
  expect(url).toMatch(/capa-ipe\.webp$/);
  expect(await services.storage.find((url ?? "").slice("/thumbnails/".length))).toMatchObject({
    contentType: "image/webp",
  });
});

test("an uploaded file takes precedence over a drawing", async () => {
  expect((await publishWith(cover, thumbnailPart())).thumbnail_url).toMatch(/_capa\.webp$/);
});

test.each(["", "nothing-of-ours"])(
  "without a file, the unknown drawing %j leaves the thumbnail missing",
  async (coverDrawing) => {
    expect(await send({ ...cover, coverDrawing }, empty)).toEqual({
      errors: { thumbnail: "videos.thumbnailMissing" },
    });
  },
);

test("an edit replaces the thumbnail by a cover", async () => {
  const { id: videoId } = await publishWith({}, thumbnailPart());
  const request = makeRequest({ path: "/creator/videos", parts: [...textParts(cover), empty] });
  const edited = await editVideo(services, { creatorId: creator.userId, videoId }, request);
  expect(edited).toMatchObject({ ok: true });
  const row = await readRow(services.db, "videos", { id: videoId }, "thumbnail_url");
  expect(row.thumbnail_url).toMatch(/capa-ipe\.webp$/);
});

test("a few of many concurrent requests for a cover are drawn, and the others are refused with a retry time", async () => {
  const create = { width: 960, height: 540, channels: 3, background: "#125" } as const;
  const made = await makeThumbnail(await sharp({ create }).png().toBuffer(), "capa");
  if (!made.ok) throw new Error(made.error);
  const url = planThumbnailUrl(creator.userId, made.thumbnail, services.clock());
  await storeThumbnail(services.storage, url, made.thumbnail);
  const path = coverJpegPath(url) ?? "";
  const found = await Promise.all(Array.from({ length: 60 }, () => findCoverJpeg(services, path)));
  expect(found.filter(({ ok }) => ok).length).toBeLessThanOrEqual(30);
  expect(found.filter((each) => !each.ok && each.error === "busy").length).toBeGreaterThanOrEqual(30);
  expect(await findCoverJpeg(services, path)).toMatchObject({ ok: true });
});
