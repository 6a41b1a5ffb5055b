import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { uploadChunkBytes } from "~/features/studio/uploads/upload-limits";
import { signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { startMortalServer } from "../../../support/server-process";
import { findStored } from "../../../support/stored";
import { readRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { makeVideo, randomFrom } from "./test-file";
import { cutPatch, mustBegin, offsetOf, patch, publish, type Sender, sha256 } from "./tus";

// The server restarts several times, on shared cores.
vi.setConfig({ testTimeout: 120_000 });

const world = await startTestWorld();
const server = await startMortalServer(world);
const userId = await addCreator(world.services.db);
const sender: Sender = { ...server, cookie: await signIn(world, userId) };

/** How often the server is killed; a line is cut four times as often. */
const kills = 5;
const seed = Number(process.env.SABIA_SEED ?? Math.floor(Math.random() * 1e9));
const random = randomFrom(seed);

/** What the disk store has taken in and not yet written, in bytes, at most (disk-write.server.ts). */
const gatheredAtMost = 256 * 1024;

const file = makeVideo(24 * 1024 * 1024 + 11);

async function publishedFile(id: string): Promise<{ published: boolean; hash: string }> {
  const row = await readRow(world.services.db, "videos", { id }, "video_url", "published_at");
  const content = await readFile(join(world.storageDir, "objects", row.video_url ?? ""));
  return { published: row.published_at !== null, hash: sha256(content) };
}

async function sendRest(id: string): Promise<void> {
  for (;;) {
    const offset = (await offsetOf(sender, id)) ?? Number.NaN;
    if (offset === file.length) return;
    const reply = await patch(sender, id, offset, file.subarray(offset, offset + uploadChunkBytes));
    if (reply.status !== 204) throw new Error(`answered ${reply.status}: ${reply.body}`);
  }
}

/** Lengths of the uploads being written, by handle. */
async function writtenSizes(): Promise<number[]> {
  const folder = join(world.storageDir, "tmp");
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
}

/** Waits until the store has had so many bytes, or the line has long been dead. */
const untilWritten = (bytes: number) =>
  vi.waitFor(async () => expect(Math.max(0, ...(await writtenSizes()))).toBeGreaterThanOrEqual(bytes), {
    timeout: 5_000,
    interval: 10,
  });

describe(`with seed ${seed}`, () => {
  test("an upload resumes after the server was killed", async () => {
    const id = await mustBegin(sender, file);
    let kept = 0;
    for (let round = 0; round < kills; round += 1) {
      const offset = (await offsetOf(sender, id)) ?? Number.NaN;
      expect(offset).toBeGreaterThanOrEqual(kept);
      const more = 1_200_000 + Math.floor(random() * 3_000_000);
      // What has been written once outlives the process: all but the batch that is being gathered.
      kept = offset + more - gatheredAtMost;
      const until = async () => {
        await untilWritten(kept);
        await server.killAndRestart();
      };
      await cutPatch(sender, id, offset, file.subarray(offset), { after: more, until });
    }
    await sendRest(id);
    expect(await publishedFile(id)).toEqual({ published: true, hash: sha256(file) });
  });

  test("an upload whose server was killed before the publication is published on request", async () => {
    const id = await mustBegin(sender, file);
    const { db } = world.services;
    // Publication waits for the row, which somebody else holds, until the server is gone.
    await db.transaction().execute(async (held) => {
      await held.selectFrom("videos").select("id").where("id", "=", id).forUpdate().execute();
      const last = (async () => {
        await patch(sender, id, 0, file.subarray(0, uploadChunkBytes));
        await patch(sender, id, uploadChunkBytes, file.subarray(uploadChunkBytes));
      })().catch((error: unknown) => error);
      await vi.waitFor(async () => {
        const { objects, halfWritten } = await findStored(world, userId);
        expect(halfWritten).toEqual([]);
        expect(objects).toContainEqual(expect.stringMatching(/_aula\.mp4$/));
      }, 5_000);
      await server.killAndRestart();
      expect(await last).toBeInstanceOf(Error);
      // The database goes on with what the dead process asked of it, unless that is ended too.
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(held);
    });
    expect(await readRow(db, "videos", { id }, "published_at")).toEqual({ published_at: null });
    expect(await offsetOf(sender, id)).toBe(file.length);
    expect((await publish(sender, id)).status).toBe(200);
    expect(await publishedFile(id)).toEqual({ published: true, hash: sha256(file) });
  });

  test("a dead connection that the server has not noticed does not block its sender", async () => {
    const id = await mustBegin(sender, file);
    let release = () => {};
    const dead = cutPatch(sender, id, 0, file, {
      after: 2_500_000,
      until: () => new Promise((resolve) => (release = resolve)),
    });
    await untilWritten(2 * 1_048_576);
    const offset = (await offsetOf(sender, id)) ?? Number.NaN;
    expect(offset).toBeGreaterThanOrEqual(2 * 1_048_576);
    expect((await patch(sender, id, offset, file.subarray(offset, offset + 1_000_000))).status).toBe(204);
    release();
    await dead;
    expect(await offsetOf(sender, id)).toBe(offset + 1_000_000);
    await sendRest(id);
    expect(await publishedFile(id)).toEqual({ published: true, hash: sha256(file) });
  });
});
