/**
 * The server dies by SIGKILL while it erases accounts and writes downloads. Started again, each is done whole, and
 * once.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { registerCreator } from "~/features/entrance/sign-in/register.server";
import { requestDownload } from "~/features/privacy-and-law/privacy/make-download.server";
import { listPortraitKeys } from "~/features/videos/cards/portrait-sizes";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { openAsOwner } from "../../../support/as-owner";
import { creatorForm } from "../../../support/people";
import { addVideo } from "../../../support/rows";
import { searchDatabase, searchFiles } from "../../../support/search-everything";
import { startTestWorld } from "../../../support/test-services";
import { startMortalServer } from "../../studio/uploads/server-process";

// The server restarts several times, on shared cores.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const world = await startTestWorld();
const { services, storageDir } = world;
const { db, storage } = services;
const owner = await openAsOwner(db);
const server = await startMortalServer(world);
const hour = 3_600_000;

/** The server is killed after a number of erasures, with others begun or waiting. */
const [deaths, deathsOfDownloads] = [
  [0, 1, 2, 3, 4, 5],
  [0, 2],
];
const atOnce = 6;
let made = 0;

/** A creator with a portrait, a video, and rows enough that an erasure takes several statements for each. */
async function addPerson(): Promise<{ userId: string; texts: string[] }> {
  made += 1;
  const name = `Quintanilha${made}x`;
  const form = creatorForm({
    fullName: `Marina ${name}`,
    email: `${name}@example.net`,
    pixKey: `${name}@chave.example`,
  });
  const registered = await registerCreator(services, form);
  if (!registered.ok) throw new Error(registered.error);
  const { userId } = registered;
  const portrait = `${userId}/portraits/1-aaaaaaaa-384.webp`;
  for (const { key } of listPortraitKeys(portrait))
    await storage.put(key, Readable.from([Buffer.from(name)]));
  await db
    .updateTable("creator_profiles")
    .set({ portrait_key: portrait })
    .where("user_id", "=", userId)
    .execute();
  await addVideo(db, userId);
  await sql`
    INSERT INTO mails (kind, key, user_id, facts)
    SELECT 'sale', ${`${userId}:`} || n, ${userId}, '{}' FROM generate_series(1, 1200) AS n`.execute(db);
  await sql`UPDATE mails SET status = 'sent', ended_at = now(), sent_to = ${form.email} WHERE user_id = ${userId}`.execute(
    db,
  );
  return { userId, texts: [name] };
}

/** Kills the server after a number of erasures and starts it again; then waits until all are done. */
async function dieAfter(count: number, countDone: () => Promise<number>): Promise<void> {
  await vi.waitFor(async () => expect(await countDone()).toBeGreaterThanOrEqual(count), {
    timeout: 60_000,
    interval: 5,
  });
  await server.killAndRestart();
  await vi.waitFor(
    async () => {
      // One that could not begin, because the killed process still held its lock, is tried again seconds later.
      await sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()`.execute(db);
      expect(await countDone()).toBe(atOnce);
    },
    { timeout: 90_000, interval: 500 },
  );
}

test.each(deaths)("erasures are completed after the process is killed after %i accounts", async (count) => {
  const people = await Promise.all(Array.from({ length: atOnce }, addPerson));
  const ids = people.map(({ userId }) => userId);
  const asked = new Date(Date.now() - 200 * hour);
  const begun = new Date(Date.now() - 2 * hour);
  await db.transaction().execute(async (trx) => {
    for (const userId of ids) {
      const wish = { user_id: userId, locale: "pt", keep_reviews: false };
      const times = { requested_at: asked, due_at: begun, begun_at: begun };
      await trx
        .insertInto("account_erasures")
        .values({ ...wish, ...times })
        .execute();
      await addJob(trx, "erase-account", { userId }, { key: `erase:${userId}` });
    }
  });
  await dieAfter(count, async () => {
    const done = await db
      .selectFrom("users")
      .innerJoin("account_erasures", "account_erasures.user_id", "users.id")
      .select("users.id")
      .where("users.id", "in", ids)
      .where("erased_at", "is not", null)
      .where("finished_at", "is not", null)
      .execute();
    return done.length;
  });
  const texts = people.flatMap((person) => person.texts);
  expect(await searchDatabase(owner, texts)).toEqual([]);
  expect(await searchFiles(storageDir, texts)).toEqual([]);
  for (const id of ids) expect(await filesOf(id)).toEqual([]);
});

test.each(deathsOfDownloads)(
  "downloads are completed after the process is killed after %i",
  async (count) => {
    const people = await Promise.all(Array.from({ length: atOnce }, addPerson));
    const ids = people.map(({ userId }) => userId);
    for (const userId of ids) {
      await sql`
      INSERT INTO audit_entries (created_at, actor_id, actor_email, action, target_kind, target_id, target_label)
      SELECT now(), ${userId}, 'x@example.net', 'reviewEdited', 'review', n::text, repeat('linha ', 40)
      FROM generate_series(1, 4000) AS n`.execute(db);
      expect(await requestDownload(services, { userId, locale: "pt" })).toEqual({ ok: true });
    }
    const readRows = () => db.selectFrom("data_exports").selectAll().where("user_id", "in", ids).execute();
    await dieAfter(count, async () => (await readRows()).filter(({ ready_at }) => ready_at !== null).length);
    for (const { user_id: userId, id, storage_key: key, bytes } of await readRows()) {
      const files = await filesOf(`${userId}/downloads`);
      expect(files).toHaveLength(1);
      const content = await readFile(files[0] ?? "", "utf8");
      expect([files[0]?.endsWith(key), Buffer.byteLength(content)]).toEqual([true, Number(bytes)]);
      const { account, data } = JSON.parse(content) as {
        account: string;
        data: { table: string; rows: object[] }[];
      };
      expect(account).toBe(userId);
      expect(data.find(({ table }) => table === "audit_entries")?.rows).toHaveLength(4000);
      const mails = await db.selectFrom("mails").select("id").where("key", "=", `dataReady:${id}`).execute();
      expect(mails).toHaveLength(1);
    }
    // What a killed process was writing is no download of anyone, and the sweep removes it.
    await storage.sweepTemporary(new Date(Date.now() + hour));
    expect(await readdir(join(storageDir, "tmp"))).toEqual([]);
  },
);

async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(storageDir, { recursive: true, withFileTypes: true });
  return names
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => path.includes(`/${folder}/`));
}
