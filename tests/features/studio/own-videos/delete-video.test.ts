import { beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import { deleteVideo, finishDeletions } from "~/features/studio/own-videos/delete-video.server";
import { findOwnVideo, listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import { StorageError } from "~/integrations/storage/storage";
import { breakStorage } from "../../../support/broken-storage";
import {
  allowVideos,
  deliverEvents,
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  type Person,
  type SaleEnd,
} from "../../../support/people";
import { addCreator, addVideo } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { findRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { objectsPerVideo } from "../../../support/upload";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
let ana: Person;
let videoId: string;
beforeEach(async () => {
  ana = await makeCreator(world);
  await allowVideos(world.services, ana.userId);
  videoId = await makeVideo(world, ana);
});

const own = () => ({ creatorId: ana.userId, videoId });
const isInShop = async () => (await findSalesPageVideo(db, { id: videoId })) !== undefined;

describe("a video without a sale", () => {
  test("is deleted with its file, thumbnails and record, and leaves other videos", async () => {
    const other = await makeVideo(world, ana);
    expect(await deleteVideo(services, own())).toEqual({ ok: true });
    const { rows, objects } = await findStored(world, ana.userId);
    expect([rows, objects.length]).toEqual([[other], objectsPerVideo]);
  });

  test("is deleted once by ten concurrent requests", async () => {
    const ends = await Promise.all(Array.from({ length: 10 }, () => deleteVideo(services, own())));
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

test("a linked video is deleted with its thumbnail", async () => {
  const link = { source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };
  const linked = await makeVideo(world, ana, link);
  expect(await deleteVideo(services, { creatorId: ana.userId, videoId: linked })).toEqual({ ok: true });
  const { rows, objects } = await findStored(world, ana.userId);
  expect([rows, objects.length]).toEqual([[videoId], objectsPerVideo]);
});

describe("a video with a sale", () => {
  test.each<[SaleEnd, string]>([
    ["completed", "bought"],
    ["processing", "processing"],
    ["pending", "notFound"],
    ["failed", "notFound"],
  ])(
    "that is %s leaves the shop and its creator's list, keeps file and record, and is shown to its buyer as %s",
    async (end, access) => {
      const beto = await makeConsumer(world);
      await makeSale(world, beto, videoId, end);
      expect(await deleteVideo(services, own())).toEqual({ ok: true });
      expect(await isInShop()).toBe(false);
      expect((await listOwnVideos(db, { creatorId: ana.userId })).rows).toEqual([]);
      expect((await findStored(world, ana.userId)).objects).toHaveLength(objectsPerVideo);
      expect(await playVideo(services, beto, videoId)).toMatchObject({ access });
      expect(await playVideo(services, ana, videoId)).toEqual({ access: "notFound" });
    },
  );

  test("that is paid only after the deletion can be watched then", async () => {
    const beto = await makeConsumer(world);
    const checkoutId = await makeSale(world, beto, videoId, "processing");
    await deleteVideo(services, own());
    await world.stripe.settle(checkoutId, "succeeded");
    await deliverEvents(world, checkoutId);
    expect(await playVideo(services, beto, videoId)).toMatchObject({
      access: "bought",
      player: { kind: "file" },
    });
  });
});

test("a video stored elsewhere by an older release loses its record, after an interrupted deletion too", async () => {
  const legacy = { video_type: "legacy", video_url: "https://old.example/videos/ana/1.mp4" } as const;
  await setRows(db, "videos", { id: videoId }, legacy);
  expect(await deleteVideo(services, own())).toEqual({ ok: true });
  const hidden = await addVideo(db, ana.userId);
  await setRows(db, "videos", { id: hidden }, { ...legacy, deleted_at: services.clock() });
  world.advance(3_600_001);
  await finishDeletions(services);
  expect((await findStored(world, ana.userId)).rows).toEqual([]);
});

test.each<[SaleEnd | undefined, boolean, boolean]>([
  [undefined, false, false],
  ["failed", false, false],
  ["pending", true, false],
  ["processing", true, true],
  ["completed", true, false],
])(
  "before a deletion, a sale that is %s means that buyers keep access: %s, and that a payment is pending: %s",
  async (end, sold, awaited) => {
    if (end) await makeSale(world, await makeConsumer(world), videoId, end);
    const [listed] = (await listOwnVideos(db, { creatorId: ana.userId })).rows;
    expect(listed).toMatchObject({ sold, awaited });
    expect(await findOwnVideo(db, own())).toMatchObject({ sold, awaited });
  },
);

test("another creator's video, one still being uploaded and one that is gone are not found and stay", async () => {
  const uploading = await addVideo(db, ana.userId, { published: false });
  const gone = "00000000-0000-4000-8000-000000000000";
  const caio = await addCreator(db);
  for (const asked of [
    { creatorId: caio, videoId },
    { creatorId: ana.userId, videoId: uploading },
    { creatorId: ana.userId, videoId: gone },
  ])
    expect(await deleteVideo(services, asked)).toEqual({ ok: false, error: "notFound" });
  expect(await isInShop()).toBe(true);
  const { rows, objects } = await findStored(world, ana.userId);
  expect([rows, objects.length]).toEqual([[videoId, uploading].sort(), objectsPerVideo]);
});

describe("a deletion whose store fails", () => {
  test("at the video reports the failure, restores the video, and succeeds on a retry", async () => {
    const storage = breakStorage(services.storage, { operation: "remove", key: /\.mp4$/ });
    await expect(deleteVideo({ ...services, storage }, own())).rejects.toMatchObject({
      name: "StorageError",
    });
    expect(await isInShop()).toBe(true);
    expect(await playVideo(services, ana, videoId)).toMatchObject({ access: "owner" });
    expect(await deleteVideo(services, own())).toEqual({ ok: true });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test("after removing the file deletes the video", async () => {
    const { storage } = services;
    const remove = async (key: string) => {
      await storage.remove(key);
      if (key.endsWith(".mp4")) throw new StorageError("unavailable", "remove", new Error("answer lost"));
    };
    expect(await deleteVideo({ ...services, storage: { ...storage, remove } }, own())).toEqual({ ok: true });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test("with an unknown result hides the video and deletes it later", async () => {
    const storage = ["remove", "find"].reduce(
      (broken, operation) => breakStorage(broken, { operation: operation as "remove" | "find" }),
      services.storage,
    );
    expect(await deleteVideo({ ...services, storage }, own())).toEqual({ ok: true, fileLeft: true });
    expect(await isInShop()).toBe(false);
    expect((await listOwnVideos(db, { creatorId: ana.userId })).rows).toEqual([]);
    expect(world.logged.at(-1)).toMatchObject({ level: 50, videoId, left: "unknown" });
    world.advance(3_600_001);
    await finishDeletions(services);
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test("at the thumbnail deletes the video and logs the leftover", async () => {
    const storage = breakStorage(services.storage, { operation: "remove", key: /\.webp$/ });
    expect(await deleteVideo({ ...services, storage }, own())).toEqual({ ok: true });
    expect((await findStored(world, ana.userId)).rows).toEqual([]);
    expect(world.logged.at(-1)).toMatchObject({ level: 40, videoId });
  });
});

test("a concurrent deletion and purchase never sell a video without a file", async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await makeVideo(world, ana);
    const beto = await makeConsumer(world);
    const [deleted, bought] = await Promise.all([
      deleteVideo(services, { creatorId: ana.userId, videoId: id }),
      buyVideo(services, beto, id, "pt"),
    ]);
    expect(deleted).toEqual({ ok: true });
    const row = await findRow(db, "videos", { id }, "video_url");
    if (bought.ok) expect(await services.storage.find(row?.video_url ?? "")).toBeDefined();
    else expect([bought.error, row]).toEqual(["notFound", undefined]);
  }
});
