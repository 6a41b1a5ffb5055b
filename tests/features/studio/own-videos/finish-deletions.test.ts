import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { listVideosOf } from "~/features/office/people/people.queries.server";
import { listOverview } from "~/features/playback/library/library.queries.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import { hideOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { deleteVideo, finishDeletions } from "~/features/studio/own-videos/delete-video.server";
import { listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import { breakStorage } from "../../../support/broken-storage";
import {
  makeConsumer,
  makeCreator,
  makeSale,
  makeVideo,
  type Person,
  type SaleEnd,
} from "../../../support/people";
import { addVideo } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { failWrites } from "../uploads/failing-writes";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const hour = 3_600_000;
let ana: Person;
let videoId: string;

beforeEach(async () => {
  ana = await makeCreator(world);
  videoId = await makeVideo(world, ana);
});

const own = () => ({ creatorId: ana.userId, videoId });

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
