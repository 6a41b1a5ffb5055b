/**
 * The pictures that messengers show: drawn once, stored, renewed when what they show changes, removed with their video.
 */
import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawCreatorPicture, videoPicturePath } from "~/features/shop/sharing/draw-share-picture.server";
import { findVideoPicture, removeOrphanPictures } from "~/features/shop/sharing/find-share-picture.server";
import { sharePictureMaxBytes } from "~/features/shop/sharing/open-graph";
import { findVideoPictureFacts } from "~/features/shop/sharing/share-pictures.queries.server";
import { allowVideos, makeCreator, makeVideo } from "../../../support/people";
import { addCreator, addVideo } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;

async function pathOf(videoId: string): Promise<string> {
  const video = await findVideoPictureFacts(db, videoId);
  if (!video) throw new Error("not for sale");
  return videoPicturePath(video);
}

/** The stored pictures of a video. */
async function storedPictures(videoId: string): Promise<string[]> {
  const names = await readdir(world.storageDir, { recursive: true });
  return names.filter((name) => name.includes(`share/videos/${videoId}/`));
}

test("a share picture is a JPEG of 1200 by 630, small enough for WhatsApp, and drawn once", async () => {
  const creator = await makeCreator(world);
  await allowVideos(services, creator.userId);
  const videoId = await makeVideo(world, creator);
  const path = await pathOf(videoId);
  const found = await Promise.all([1, 2, 3].map(() => findVideoPicture(services, videoId, path)));
  const [first] = found;
  if (!first?.ok) throw new Error("no picture");
  expect(found.every((one) => one.ok && one.jpeg.equals(first.jpeg))).toBe(true);
  const { format, width, height } = await sharp(first.jpeg).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
  expect(first.jpeg.length).toBeLessThanOrEqual(sharePictureMaxBytes);
  expect(await storedPictures(videoId)).toHaveLength(1);
  const stored = await findVideoPicture(services, videoId, path);
  expect(stored.ok && stored.jpeg.equals(first.jpeg)).toBe(true);
});

test("a new price replaces the share picture, and the old path leads to it, briefly cached", async () => {
  const videoId = await addVideo(db, await addCreator(db));
  const old = await pathOf(videoId);
  await findVideoPicture(services, videoId, old);
  await setRows(db, "videos", { id: videoId }, { price_cents: 100 });
  expect(await pathOf(videoId)).not.toBe(old);
  expect(await findVideoPicture(services, videoId, old)).toMatchObject({ ok: true, current: false });
  expect(await findVideoPicture(services, videoId, await pathOf(videoId))).toMatchObject({ current: true });
  expect(await storedPictures(videoId)).toHaveLength(1);
});

test("a video that left the shop has no share picture, and the sweep removes the file of a deleted one", async () => {
  const videoId = await addVideo(db, await addCreator(db));
  const path = await pathOf(videoId);
  await findVideoPicture(services, videoId, path);
  expect(await storedPictures(videoId)).toHaveLength(1);
  await setRows(db, "videos", { id: videoId }, { deleted_at: new Date() });
  expect(await findVideoPicture(services, videoId, path)).toEqual({ ok: false, error: "notFound" });
  await removeOrphanPictures(services);
  expect(await storedPictures(videoId)).toEqual([]);
  expect(await readRows(db, "share_pictures", { subject_id: videoId })).toEqual([]);
});

test("a creator's share picture has the portrait, or the bird without one", async () => {
  const portrait = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#0000ff" } })
    .png()
    .toBuffer();
  const centre = async (picture: Buffer) => {
    const { data } = await sharp(picture)
      .extract({ left: 264, top: 315, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data];
  };
  const [red = 0, , blue = 0] = await centre(await drawCreatorPicture({ portrait, name: "Lia" }));
  expect(blue - red).toBeGreaterThan(200);
  expect(
    (await sharp(await drawCreatorPicture({ portrait: undefined, name: "Lia" })).metadata()).height,
  ).toBe(630);
});
