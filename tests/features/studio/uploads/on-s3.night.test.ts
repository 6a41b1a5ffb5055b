import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { uploadChunkBytes } from "~/features/studio/uploads/upload-limits";
import { createS3Storage } from "~/integrations/storage/s3.server";
import { readAll } from "../../../integrations/storage-bodies";
import { signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { startS3Server } from "../../../support/s3/s3-server";
import { startTestWorld } from "../../../support/test-services";
import { startMortalServer } from "./server-process";
import { makeVideo } from "./test-file";
import { cutPatch, mustBegin, offsetOf, patch, publish, type Sender, sha256, tus } from "./tus";

// Two servers, a store and this file share two cores with whatever else runs.
vi.setConfig({ testTimeout: 120_000 });

const s3 = await startS3Server();
afterAll(() => s3.close());
const world = await startTestWorld({
  STORAGE_DIR: undefined,
  ...s3.variables,
});
const storage = createS3Storage(s3.settings);
// Two machines: one database and one store between them.
const here = await startMortalServer(world);
const there = await startMortalServer(world);
const userId = await addCreator(world.services.db);
const cookie = await signIn(world, userId);
const sender: Sender = { ...here, cookie };
const elsewhere: Sender = { ...there, cookie };

const file = makeVideo(12 * 1024 * 1024 + 5);

afterEach(() => s3.heal());

const videos = () => s3.keys().filter((key) => !key.includes("/thumbs/"));

async function expectPublished(id: string): Promise<void> {
  const row = await world.services.db
    .selectFrom("videos")
    .select(["video_url", "published_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.published_at).not.toBeNull();
  const key = row.video_url ?? "";
  const found = await storage.open(key);
  expect(found && sha256(await readAll(found.body))).toBe(sha256(file));
  expect(videos().filter((name) => name.startsWith(key))).toEqual([key]);
  expect(s3.openUploads()).toEqual([]);
}

async function sendRest(id: string, who: Sender): Promise<void> {
  for (;;) {
    const offset = (await offsetOf(who, id)) ?? Number.NaN;
    if (offset === file.length) return;
    const reply = await patch(who, id, offset, file.subarray(offset, offset + uploadChunkBytes));
    if (reply.status !== 204) throw new Error(`answered ${reply.status}: ${reply.body}`);
  }
}

async function expectNothingAdded(before: string[]): Promise<void> {
  expect(s3.keys()).toEqual(before);
  expect(s3.openUploads()).toEqual([]);
}

describe("two servers with one store in S3", () => {
  test("an upload to S3 resumes after the server was killed twice, on another machine too", async () => {
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 6 * 1024 * 1024));
    for (const more of [4_000_000, 1_000_000]) {
      const offset = (await offsetOf(elsewhere, id)) ?? Number.NaN;
      await cutPatch(sender, id, offset, file.subarray(offset), { after: more, until: here.killAndRestart });
      expect(await offsetOf(elsewhere, id)).toBeGreaterThanOrEqual(offset);
    }
    await sendRest(id, elsewhere);
    await expectPublished(id);
  });

  test("two machines that receive the same file at once store that file", async () => {
    const id = await mustBegin(sender, file);
    const client = async (who: Sender, step: number) => {
      for (let round = 0; round < 200; round += 1) {
        const offset = await offsetOf(who, id);
        if (offset === file.length) return;
        if (offset === undefined) throw new Error("gone");
        await patch(who, id, offset, file.subarray(offset, offset + step));
      }
      throw new Error("never ended");
    };
    await Promise.all([client(sender, uploadChunkBytes), client(elsewhere, 4_000_000)]);
    expect((await publish(sender, id)).status).toBe(200);
    await expectPublished(id);
  });

  test("an upload to S3 is cancelled on one machine while another receives it", async () => {
    const before = s3.keys();
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 1_000));
    await cutPatch(sender, id, 1_000, file.subarray(1_000), {
      after: 3_000_000,
      until: async () => {
        expect((await tus(elsewhere, "DELETE", id)).status).toBe(204);
      },
    });
    // The answer to the next request comes once the cut one has let go.
    expect((await tus(sender, "HEAD", id)).status).toBe(404);
    await expectNothingAdded(before);
  });

  test("a part that could not be removed is swept later", async () => {
    const before = s3.keys();
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 6_000_000));
    s3.fail({ how: "error", operation: "AbortMultipartUpload" });
    expect((await tus(sender, "DELETE", id)).status).toBe(204);
    expect((await tus(sender, "HEAD", id)).status).toBe(404);
    expect(s3.openUploads()).toHaveLength(1);
    s3.heal();
    const later = new Date(Date.now() + 2 * 3_600_000);
    await sweepAbandoned({ ...world.services, clock: () => later });
    await expectNothingAdded(before);
    const row = await world.services.db.selectFrom("videos").select("id").where("id", "=", id).execute();
    expect(row).toEqual([]);
  });
});
