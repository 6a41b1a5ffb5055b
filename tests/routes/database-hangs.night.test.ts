/** A database that no longer responds, and one that failed over silently. */

import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { runWithDeadline } from "~/integrations/request-deadline";
import { Browser, type Reply } from "../support/browser";
import { startWorldOnLine } from "../support/database-line";
import { startHttpApp } from "../support/http-app";
import { makeAdmin, makeConsumer, makeCreator, makeVideo, signIn } from "../support/people";
import { salesAddress } from "../support/sales-address";

const { line, world } = await startWorldOnLine();
const { db } = world.services;
const { port } = await startHttpApp(world);
afterEach(line.mend);

const creator = await makeCreator(world);
const buyer = await makeConsumer(world);
const videoId = await makeVideo(world, creator);
const { path: salesPath } = await salesAddress(db, videoId);
const admin = await makeAdmin(world);
const adminCookie = await signIn(world, admin.userId);

const pages: Record<string, () => Promise<Reply>> = {
  marketplace: () => new Browser({ port }).get("/marketplace"),
  data: () => new Browser({ port }).get("/marketplace.data"),
  "sales page": () => new Browser({ port, cookie: buyer.cookie }).get(salesPath),
  "watch screen": () => new Browser({ port, cookie: buyer.cookie }).get(`/watch/${videoId}`),
  purchases: () => new Browser({ port, cookie: buyer.cookie }).get("/purchases"),
  "creator's dashboard": () => new Browser({ port, cookie: creator.cookie }).get("/creator/dashboard"),
  "administrator's dashboard": () => new Browser({ port, cookie: adminCookie }).get("/admin/dashboard"),
  sales: () => new Browser({ port, cookie: adminCookie }).get("/admin/sales"),
  checkout: () => new Browser({ port, cookie: buyer.cookie }).post(`/videos/${videoId}/checkout`),
  export: () => new Browser({ port, cookie: adminCookie }).get("/admin/export/sales.csv"),
  sitemap: () => new Browser({ port }).get("/sitemap.xml"),
  login: () =>
    new Browser({ port }).post("/creator-login", { email: creator.email, password: creator.password }),
  recovery: () => new Browser({ port }).post("/forgot-password", { email: creator.email }),
  healthcheck: () => new Browser({ port }).get("/healthcheck"),
};

const limitMs = 5_000;

const inRequest = <T>(run: () => Promise<T>) =>
  runWithDeadline({ endsAt: undefined, hasBegun: () => false }, run);

/** Sends all requests at once. Returns each status and duration in milliseconds. */
async function askAll(): Promise<Record<string, { status: number; ms: number }>> {
  const asked = Object.entries(pages).map(async ([name, ask]) => {
    const start = performance.now();
    const { status } = await ask();
    return [name, { status, ms: performance.now() - start }] as const;
  });
  return Object.fromEntries(await Promise.all(asked));
}

const slow = (answers: Awaited<ReturnType<typeof askAll>>) =>
  Object.entries(answers).filter(([, { ms }]) => ms >= limitMs);
const failed = (answers: Awaited<ReturnType<typeof askAll>>) =>
  Object.entries(answers).filter(([, { status }]) => status >= 500);

test("every page responds within 5 s of a hang, and works at once afterwards", async () => {
  expect(failed(await askAll())).toEqual([]);
  line.hang();
  const hung = await askAll();
  expect(slow(hung)).toEqual([]);
  expect(failed(hung).map(([name]) => name)).toEqual(Object.keys(pages));
  // The hang is detected by now: nobody waits.
  expect(slow(await askAll())).toEqual([]);
  await line.mend();
  await untilUp(limitMs);
  expect(failed(await askAll())).toEqual([]);
});

test("a statement in progress when the database hangs is aborted within 5 s, in transactions too", async () => {
  const start = performance.now();
  const alone = inRequest(() => sql`SELECT pg_sleep(10)`.execute(db));
  const inside = inRequest(() =>
    db.transaction().execute(async (trx) => {
      await sql`SELECT 1`.execute(trx);
      line.hang();
      await sql`SELECT 2`.execute(trx);
    }),
  );
  const ended = await Promise.allSettled([alone, inside]);
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(performance.now() - start).toBeLessThan(limitMs);
});

test("no page waits 5 s after a silent fail-over, and the next request succeeds", async () => {
  await untilUp(limitMs);
  expect(failed(await askAll())).toEqual([]);
  line.failOver();
  expect(slow(await askAll())).toEqual([]);
  expect(failed(await askAll())).toEqual([]);
});

test("a statement on a silently lost connection is aborted within 5 s while the database is unreachable", async () => {
  await untilUp(limitMs);
  const start = performance.now();
  const alone = inRequest(() => sql`SELECT pg_sleep(10)`.execute(db)).then(
    () => "done",
    () => "failed",
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  line.failOver();
  line.refuse();
  expect(await alone).toBe("failed");
  expect(performance.now() - start).toBeLessThan(limitMs);
});

test("a slow statement of a job does not count as a hung database", async () => {
  await untilUp(limitMs);
  const { rows } = await sql<{ done: number }>`SELECT 1 AS done FROM pg_sleep(6)`.execute(db);
  expect(rows).toEqual([{ done: 1 }]);
  expect(failed(await askAll())).toEqual([]);
});

async function untilUp(limit: number): Promise<void> {
  for (const end = performance.now() + limit; performance.now() < end; ) {
    if ((await new Browser({ port }).get("/marketplace")).status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not up within ${limit} ms`);
}
