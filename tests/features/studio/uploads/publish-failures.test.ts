import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { breakStorage, type Fault } from "../../../support/broken-storage";
import { makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { startTestWorld, type TestWorld } from "../../../support/test-services";
import { objectsPerVideo, textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";
import { failWrites } from "./failing-writes";

const world = await startTestWorld();
const { db, storage } = world.services;
let ana: string;
beforeEach(async () => {
  ana = await addCreator(db);
});

const megabyte = 1024 * 1024;
const parts = (title = "Pão de queijo") => [
  ...textParts({ title }),
  thumbnailPart(),
  videoPart(makeMp4(2 * megabyte)),
];
const withStore = (fault: Fault, broken = storage): TestWorld => ({
  ...world,
  services: { ...world.services, storage: breakStorage(broken, fault) },
});

describe("a publication whose store fails", () => {
  test.each<[string, Omit<Fault, "operation">, string]>([
    ["before the video's first byte", { key: /\.mp4$/ }, "Video"],
    ["in the middle of the video", { key: /\.mp4$/, afterBytes: megabyte }, "Video"],
    ["at the thumbnail, after the video", { key: /\.webp$/ }, "Thumbnail"],
  ])("(%s) names that step and leaves nothing", async (_, where, step) => {
    const fault: Fault = { operation: "put", ...where };
    const outcome = await upload(withStore(fault), ana, parts());
    expect(outcome).toMatchObject({
      failedAt: `videos.upload${step}Failed`,
      reason: { name: "StorageError", reason: fault.reason ?? "unavailable" },
    });
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("and cannot remove the file either returns the first error, logs the second, and the sweep removes the file", async () => {
    const putFails = breakStorage(storage, { operation: "put", key: /\.webp$/ });
    const broken = withStore({ operation: "remove" }, putFails);
    expect(await upload(broken, ana, parts())).toMatchObject({ failedAt: "videos.uploadThumbnailFailed" });
    expect(world.logged.at(-1)).toMatchObject({ level: 50, msg: "an upload could not be removed" });
    world.advance(3_600_001);
    await sweepAbandoned(world.services);
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("with an unknown error throws it unchanged as a bug, and removes the upload", async () => {
    const put = async () => {
      throw new TypeError("planted bug");
    };
    const buggy = { ...world, services: { ...world.services, storage: { ...storage, put } } };
    await expect(upload(buggy, ana, parts())).rejects.toThrow("planted bug");
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

describe("a publication whose database fails", () => {
  beforeAll(async () => {
    await failWrites(db, ["INSERT", "NEW.title = 'at the record'"], ["UPDATE", "NEW.title = 'at saving'"]);
  });

  const link = { source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", title: "at saving" };

  test.each([
    ["at the record", parts("at the record"), "videos.uploadRecordFailed"],
    ["at saving", parts("at saving"), "videos.uploadSaveFailed"],
    ["at saving a link", [...textParts(link), thumbnailPart()], "videos.uploadSaveFailed"],
  ])("(%s) names that step and leaves nothing", async (_, sent, step) => {
    expect(await upload(world, ana, sent)).toMatchObject({ failedAt: step, reason: { code: "53100" } });
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("after the commit keeps the video and its files", async () => {
    const deaf = db.withoutPlugins();
    let transactions = 0;
    const execute: ReturnType<typeof db.transaction>["execute"] = async (work) => {
      const result = await db.transaction().execute(work);
      transactions += 1;
      // The first makes the record, the second publishes.
      if (transactions === 1) return result;
      throw new Error("connection lost");
    };
    deaf.transaction = () => Object.assign(db.transaction(), { execute });
    const lossy = { ...world, services: { ...world.services, db: deaf } };
    expect(await upload(lossy, ana, parts())).toMatchObject({ failedAt: "videos.uploadSaveFailed" });
    const { rows, objects } = await findStored(world, ana);
    expect([rows.length, objects.length]).toEqual([1, objectsPerVideo]);
  });
});
