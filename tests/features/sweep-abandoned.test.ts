import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { insertVideo } from "~/features/videos/new-video.queries.server";
import { sweepAbandoned } from "~/features/videos/sweep-abandoned.server";
import { addCreator, addVideo } from "../support/rows";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { services } = world;
const day = 86_400_000;

/** What a process killed between storing the file and publishing it leaves behind. */
async function abandon(
  creatorId: string,
  name: string,
): Promise<{ id: string; videoUrl: string; thumbnailUrl: string }> {
  const videoUrl = `${creatorId}/${name}.mp4`;
  const thumbnailUrl = `/thumbnails/${creatorId}/thumbs/${name}.webp`;
  const id = await insertVideo(services.db, {
    creatorId,
    title: name,
    description: "x",
    priceCents: 100,
    videoType: "cloudflare",
    youtubeUrl: null,
    videoUrl,
    thumbnailUrl,
    fileName: null,
    now: services.clock(),
  });
  await services.storage.put(videoUrl, Readable.from([Buffer.from("video")]));
  await services.storage.put(thumbnailUrl.replace("/thumbnails/", ""), Readable.from([Buffer.from("image")]));
  return { id, videoUrl, thumbnailUrl };
}

const ids = async () =>
  (await services.db.selectFrom("videos").select("id").execute()).map((row) => row.id).sort();

test("after a week, records never published go with their files; younger ones and published ones stay", async () => {
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

test("a store that fails leaves the record for the next sweep", async () => {
  const creatorId = await addCreator(services.db);
  const lost = await abandon(creatorId, "lost");
  world.advance(8 * day);
  const failing = {
    ...services.storage,
    remove: async () => {
      throw new Error("store away");
    },
  };
  await expect(sweepAbandoned({ ...services, storage: failing })).rejects.toThrow("store away");
  expect(await ids()).toContain(lost.id);
  await sweepAbandoned(services);
  expect(await ids()).not.toContain(lost.id);
});
