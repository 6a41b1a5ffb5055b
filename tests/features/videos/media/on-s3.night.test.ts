/** Converting where the files are in an S3 store: the store away at either end of the way. */
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, expect, test } from "vitest";
import { playVideo } from "~/features/playback/player/play-video.server";
import { convertVideo } from "~/features/videos/media/convert-video.server";
import { makeCreator } from "../../../support/people";
import { startS3Server } from "../../../support/s3/s3-server";
import { findRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { publish, textParts, thumbnailPart, videoPart } from "../../../support/upload";
import { describeWithFfmpeg, makeClip } from "./clips";

const s3 = await startS3Server();
afterAll(() => s3.close());
afterEach(() => s3.heal());
const world = await startTestWorld({ STORAGE_DIR: undefined, ...s3.variables });
const { services } = world;
const ana = await makeCreator(world);

const stateOf = (id: string) => findRow(services.db, "conversions", { video_id: id }, "state", "reason");

async function publishAvi() {
  const file = await makeClip("old.avi");
  const parts = [...textParts(), thumbnailPart(), videoPart(file, "old.avi")];
  const video = await publish(world, ana.userId, parts);
  return { videoId: video.id, videoUrl: video.video_url ?? "" };
}

/** Downloads what a viewer is given to play, from the store itself. */
async function downloadAs(viewer: typeof ana, videoId: string): Promise<Buffer> {
  const watched = await playVideo(services, viewer, videoId);
  if (!("player" in watched) || watched.player.kind !== "file") throw new Error(JSON.stringify(watched));
  expect(watched.player.src.startsWith(s3.settings.endpoint)).toBe(true);
  const answer = await fetch(watched.player.src);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describeWithFfmpeg("on S3", () => {
  test.each(["GetObject", "PutObject"] as const)(
    "a store that is unavailable at %s leaves nothing new and the old file playable, and a retry succeeds",
    async (operation) => {
      const job = await publishAvi();
      const before = s3.keys();
      s3.fail({ how: "error", operation });
      await expect(convertVideo(services, job)).rejects.toThrow();
      s3.heal();
      expect(await stateOf(job.videoId)).toEqual({ state: "failed", reason: "storeAway" });
      expect(s3.keys()).toEqual(before);
      expect(s3.openUploads()).toEqual([]);
      const old = await services.storage.open(job.videoUrl);
      expect(old && (await buffer(old.body))).toEqual(await downloadAs(ana, job.videoId));
      await convertVideo(services, job);
      expect(await stateOf(job.videoId)).toBeUndefined();
      expect((await downloadAs(ana, job.videoId)).includes("moov", 0, "latin1")).toBe(true);
    },
  );
});
