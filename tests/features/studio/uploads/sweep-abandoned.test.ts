import { Readable } from "node:stream";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { breakStorage } from "../../../support/broken-storage";
import { addCreator, addVideo } from "../../../support/rows";
import { readInOrder, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const day = 86_400_000;

/** What a process killed between storing the file and publishing it leaves behind. */
async function abandon(creatorId: string, name: string) {
  const videoUrl = `${creatorId}/${name}.mp4`;
  const thumbnailUrl = `/thumbnails/${creatorId}/thumbs/${name}.webp`;
  const id = await addVideo(services.db, creatorId, { published: false, now: services.clock() });
  await setRows(services.db, "videos", { id }, { video_url: videoUrl, thumbnail_url: thumbnailUrl });
  await services.storage.put(videoUrl, Readable.from([Buffer.from("video")]));
  await services.storage.put(thumbnailUrl.replace("/thumbnails/", ""), Readable.from([Buffer.from("image")]));
  return { id, videoUrl, thumbnailUrl };
}

const ids = async () => (await readInOrder(services.db, "videos", {}, ["id"], "id")).map(({ id }) => id);

test("unpublished records are removed with their files after a week, and younger and published ones stay", async () => {
  const creatorId = await addCreator(services.db);
  const published = await addVideo(services.db, creatorId, { now: services.clock() });
  const old = await abandon(creatorId, "old");
  world.advance(6 * day);
  const young = await abandon(creatorId, "young");
  await sweepAbandoned(services);
  expect(await ids()).toEqual([published, old.id, young.id].sort());

  world.advance(1 * day + 1);
  await Promise.all([sweepAbandoned(services), sweepAbandoned(services)]);
  expect(await ids()).toEqual([published, young.id].sort());
  expect(await services.storage.find(old.videoUrl)).toBeUndefined();
  expect(await services.storage.find(old.thumbnailUrl.replace("/thumbnails/", ""))).toBeUndefined();
  expect(await services.storage.find(young.videoUrl)).toMatchObject({ bytes: 5 });
});

test("a hundred records that cannot be removed do not delay others", async () => {
  const creatorId = await addCreator(services.db);
  const poisoned = await Promise.all(
    Array.from({ length: 100 }, () =>
      addVideo(services.db, creatorId, { published: false, now: services.clock() }),
    ),
  );
  await setRows(services.db, "videos", { creator_id: creatorId }, { video_url: sql`'poison/' || id` });
  world.advance(1_000);
  const last = await abandon(creatorId, "last");
  const dropped = await abandon(creatorId, "dropped");
  await services.db
    .updateTable("videos")
    .set({ deleted_at: services.clock() })
    .where("id", "in", [...poisoned, dropped.id])
    .execute();
  world.advance(8 * day);
  const broken = breakStorage(services.storage, { operation: "remove", key: /poison/ });
  for (let round = 0; round < 2; round += 1)
    await expect(sweepAbandoned({ ...services, storage: broken })).rejects.toMatchObject({
      name: "StorageError",
    });
  const left = await ids();
  expect(left).not.toContain(last.id);
  expect(left).not.toContain(dropped.id);
  expect(left).toEqual(expect.arrayContaining(poisoned));
  const told = world.logged.filter(({ level }) => level === 50).map(({ videoId }) => videoId);
  expect(new Set(told)).toEqual(new Set(poisoned));
  await sweepAbandoned(services);
  await sweepAbandoned(services);
  expect(await ids()).not.toContain(poisoned[0]);
});

test("temporary files are removed even if a record cannot be removed", async () => {
  const creatorId = await addCreator(services.db);
  await abandon(creatorId, "poison");
  world.advance(8 * day);
  let cleared = false;
  const storage = {
    ...breakStorage(services.storage, { operation: "remove", key: /poison/ }),
    sweepTemporary: async () => {
      cleared = true;
      return 0;
    },
  };
  await expect(sweepAbandoned({ ...services, storage })).rejects.toMatchObject({ name: "StorageError" });
  expect(cleared).toBe(true);
});
