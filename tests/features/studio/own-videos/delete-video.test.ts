import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { listVideosOf } from "~/features/office/people/people.queries.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { listOverview } from "~/features/playback/library/library.queries.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import { hideOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { deleteVideo, finishDeletions } from "~/features/studio/own-videos/delete-video.server";
import { findOwnVideo, listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import { StorageError } from "~/integrations/storage/storage";
import { breakStorage } from "../../../support/broken-storage";
import { failWrites } from "../../../support/failing-writes";
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
import { findRow, readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { objectsPerVideo } from "../../../support/upload";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const hour = 3_600_000;
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
  world.advance(hour + 1);
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
    world.advance(hour + 1);
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

describe("an interrupted deletion", () => {
  const hide = () => hideOwnVideo(db, { ...own(), now: services.clock() });
  const cuts: [string, () => Promise<unknown>][] = [
    ["after it left the shop", hide],
    [
      "after its file was removed",
      async () => {
        await hide();
        const { objects } = await findStored(world, ana.userId);
        for (const path of objects.filter((each) => each.endsWith(".mp4"))) {
          await services.storage.remove(path.replace(/^objects\//, ""));
        }
      },
    ],
    [
      "by the database, the file gone already",
      async () => {
        const undo = await failWrites(db, ["DELETE", "true"]);
        await expect(deleteVideo(services, own())).rejects.toMatchObject({ code: "53100" });
        await undo();
      },
    ],
  ];
  test.each(cuts)(
    "(%s) is completed an hour later, and nobody can buy the video meanwhile",
    async (_, cut) => {
      await cut();
      expect(await findSalesPageVideo(db, { id: videoId })).toBeUndefined();
      await finishDeletions(services);
      expect((await findStored(world, ana.userId)).rows).toEqual([videoId]);
      world.advance(hour + 1);
      await Promise.all([finishDeletions(services), finishDeletions(services)]);
      expect(await findStored(world, ana.userId)).toEqual(nothing);
    },
  );
});

describe("a deleted video whose sales all failed", () => {
  const day = 24 * hour;
  const row = () => readRow(db, "videos", { id: videoId });

  test("keeps its file while a payment might still arrive, and then only its record", async () => {
    const beto = await makeConsumer(world);
    await makeSale(world, beto, videoId, "failed");
    await deleteVideo(services, own());
    world.advance(30 * day);
    await finishDeletions(services);
    expect(await row()).toMatchObject({ file_removed_at: null, thumbnail_url: expect.any(String) });
    world.advance(2 * day);
    await finishDeletions(services);
    const { rows, objects } = await findStored(world, ana.userId);
    expect([rows, objects]).toEqual([[videoId], []]);
    expect(await row()).toMatchObject({ file_removed_at: services.clock(), thumbnail_url: null });
    const told = world.logged.length;
    await finishDeletions(services);
    expect(world.logged).toHaveLength(told);
    // If it is paid after all, it does not play.
    const paid = { status: "completed", paid_at: services.clock(), completed_at: services.clock() } as const;
    await setRows(db, "sales", { video_id: videoId }, paid);
    expect(await playVideo(services, beto, videoId)).toMatchObject({
      access: "bought",
      player: { kind: "unavailable" },
    });
  });

  test.each<SaleEnd>(["completed", "processing", "pending"])(
    "keeps its file if another sale is %s",
    async (end) => {
      await makeSale(world, await makeConsumer(world), videoId, "failed");
      await makeSale(world, await makeConsumer(world), videoId, end);
      await deleteVideo(services, own());
      const before = await findStored(world, ana.userId);
      world.advance(400 * day);
      await finishDeletions(services);
      expect(await findStored(world, ana.userId)).toEqual(before);
    },
  );

  test("is reported as unavailable to its buyer, its creator and administrators", async () => {
    const beto = await makeConsumer(world);
    await makeSale(world, beto, videoId, "failed");
    await deleteVideo(services, own());
    world.advance(32 * day);
    await finishDeletions(services);
    const rows = await listOverview(db, { consumerId: beto.userId, now: services.clock() });
    expect(rows).toMatchObject([{ title: "Pão de queijo", thumbnail_url: null, status: "failed" }]);
    expect((await listVideosOf(db, { creatorId: ana.userId })).rows).toMatchObject([{ id: videoId }]);
    expect((await listOwnVideos(db, { creatorId: ana.userId })).rows).toEqual([]);
    expect(await playVideo(services, beto, videoId)).toEqual({ access: "notFound" });
  });
});

test("a hundred failing deletions do not delay others", async () => {
  const stuck = await Promise.all(Array.from({ length: 100 }, () => addVideo(db, ana.userId)));
  await db
    .updateTable("videos")
    .set(({ ref }) => ({ video_url: sql`'poison/' || ${ref("id")} || '.mp4'`, deleted_at: services.clock() }))
    .where("id", "in", stuck)
    .execute();
  world.advance(1_000);
  await hideOwnVideo(db, { ...own(), now: services.clock() });
  world.advance(hour + 1);
  const storage = breakStorage(services.storage, { operation: "remove", key: /^poison/ });
  for (let round = 0; round < 2; round += 1)
    await expect(finishDeletions({ ...services, storage })).rejects.toMatchObject({ name: "StorageError" });
  expect((await findStored(world, ana.userId)).rows.sort()).toEqual(stuck.sort());
  await finishDeletions(services);
  expect(await findStored(world, ana.userId)).toEqual(nothing);
});

test("finishing deletions keeps purchased, listed and uploading videos", async () => {
  const bought = await makeVideo(world, ana);
  await makeSale(world, await makeConsumer(world), bought);
  await deleteVideo(services, { creatorId: ana.userId, videoId: bought });
  const uploading = await addVideo(db, ana.userId, { published: false, now: services.clock() });
  const before = await findStored(world, ana.userId);
  world.advance(hour + 1);
  await finishDeletions(services);
  const after = await findStored(world, ana.userId);
  expect({ ...after, rows: after.rows.sort() }).toEqual({ ...before, rows: before.rows.sort() });
  expect(after.rows).toEqual([videoId, bought, uploading].sort());
});
