import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hideOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { insertVideo } from "~/features/studio/uploads/new-video.queries.server";
import { sweep } from "~/server/sweep.server";
import { breakStorage } from "../support/broken-storage";
import { addCreator, addVideo } from "../support/rows";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const day = 86_400_000;

test("a failing step is logged and fails the job, without stopping the others", async () => {
  const creatorId = await addCreator(db);
  const now = services.clock();
  const abandoned = { title: "x", description: "x", priceCents: 100, youtubeUrl: null, fileName: null };
  const videoUrl = `${creatorId}/poison.mp4`;
  await insertVideo(db, { ...abandoned, creatorId, videoType: "cloudflare", videoUrl, now });
  const videoId = await addVideo(db, creatorId, { now });
  await hideOwnVideo(db, { creatorId, videoId, now });
  await db
    .insertInto("sessions")
    .values({ id_hash: randomBytes(32).toString("hex"), user_id: creatorId, expires_at: now })
    .execute();
  world.advance(8 * day);
  const storage = breakStorage(services.storage, { operation: "remove", key: /poison/ });
  await expect(sweep({ ...services, storage })).rejects.toMatchObject({ name: "StorageError" });
  const videos = await db.selectFrom("videos").select("video_url").execute();
  expect(videos).toEqual([{ video_url: videoUrl }]);
  expect(await db.selectFrom("sessions").select("id_hash").execute()).toEqual([]);
  expect(world.logged).toContainEqual(
    expect.objectContaining({ level: 50, step: "abandoned uploads", msg: "a step of the sweep failed" }),
  );
  await sweep(services);
  expect(await db.selectFrom("videos").select("id").execute()).toEqual([]);
});
