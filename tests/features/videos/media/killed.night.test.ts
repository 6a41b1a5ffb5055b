import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { makeCreator } from "../../../support/people";
import { startMortalServer } from "../../../support/server-process";
import { listFiles } from "../../../support/stored";
import { findRow, readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { publish, textParts, thumbnailPart, videoPart } from "../../../support/upload";
import { describeWithFfmpeg, makeClip, processesIn, until } from "./clips";

// A server starts twice, on cores shared with whatever else runs.
vi.setConfig({ testTimeout: 300_000 });

describeWithFfmpeg("with FFmpeg", () => {
  test.runIf(existsSync("/proc/self/cwd"))(
    "FFmpeg ends with a server killed during a conversion, another one restarts it, and nothing is left over",
    async () => {
      const world = await startTestWorld();
      const { db, converter, storage } = world.services;
      const ana = await makeCreator(world);
      const clip = await makeClip("old.avi", 40);
      const server = await startMortalServer(world);
      const parts = [...textParts(), thumbnailPart(), videoPart(clip, "old.avi")];
      const video = await publish(world, ana.userId, parts);
      const converting = join(world.storageDir, "converting");

      const stateNow = () => findRow(db, "conversions", { video_id: video.id });
      await until(async () => (await stateNow())?.state === "running");
      await until(async () => (await processesIn(converting)).length > 0);
      await server.killAndRestart();
      await until(async () => (await processesIn(converting)).length === 0);
      const left = await stateNow();
      expect(left?.state).toBe("running");
      // The original plays on.
      expect(await storage.find(video.video_url ?? "")).toBeDefined();

      // Silent for long enough to be taken for dead; what every five minutes is done, is done now.
      const longAgo = new Date(Date.now() - 600_000);
      await setRows(db, "conversions", {}, { updated_at: longAgo });
      await addJob(db, "resume-conversions", {});
      await until(async () => (await stateNow()) === undefined);
      const after = await readRow(db, "videos", { id: video.id });
      expect(after.video_url).toBe(video.video_url?.replace(/avi$/, "mp4"));

      // The killed run's folder, once it is older than any run can be.
      await converter?.sweepTemporary(new Date(Date.now() + 1_000));
      const halfMade = (await listFiles(world.storageDir)).filter((path) => !path.startsWith("objects/"));
      expect(halfMade).toEqual([]);
    },
  );
});
