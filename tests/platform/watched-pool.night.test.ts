/** The limits of a wait for a connection and for a statement (`tests/routes/database-hangs.night.test.ts`). */
import { connect, createServer } from "node:net";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { runWithDeadline } from "~/integrations/request-deadline";
import { type Database, openDatabase } from "~/platform/db.server";
import { isOutage } from "~/platform/outage.server";
import type { PoolLimits } from "~/platform/watched-pool.server";
import { failureOf } from "../support/failure-of";
import { listen } from "../support/listen";

const open = (limits: Partial<PoolLimits>, url = inject("postgresUrl")) => {
  const { db } = openDatabase(url, () => {}, limits);
  onTestFinished(() => db.destroy());
  return { db, sleep: (seconds: number) => sql`SELECT pg_sleep(${seconds})`.execute(db) };
};

/** Takes every connection of a pool. Returns what gives them back. */
function holdConnections(db: Database): () => Promise<unknown> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: 10 }, () => db.transaction().execute(() => released));
  return () => {
    release();
    return Promise.all(held);
  };
}

test("statements wait in turn for a busy connection", async () => {
  const { sleep } = open({});
  await Promise.all(Array.from({ length: 30 }, () => sleep(0.4)));
});

test("a wait for a connection is limited, and then answered with 503", async () => {
  const { db, sleep } = open({ queueMs: 2_500 });
  const release = holdConnections(db);
  const failure = await failureOf(sleep(0));
  await release();
  expect(isOutage(failure)).toBe(true);
  await sleep(0);
});

test("a database that accepts connections and never answers is an outage, too", async () => {
  const server = createServer(() => {});
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const { sleep } = open({ connectMs: 100 }, `postgres://nobody@127.0.0.1:${port}/none`);
  const failure = await failureOf(sleep(0));
  expect(isOutage(failure)).toBe(true);
});

const withTime = <T>(milliseconds: number, run: () => Promise<T>) =>
  runWithDeadline({ endsAt: performance.now() + milliseconds, hasBegun: () => false }, run);

const countSleeping = async (db: Database) => {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep($1)%' AND pid <> pg_backend_pid()`.execute(
    db,
  );
  return rows.length;
};

test.each([
  ["the request has no time left", {}, 1_000],
  ["it is not answered in time", { statementMs: 1_000 }, undefined],
])("a statement fails and ends when %s", async (_, limits, time) => {
  const { db } = open({});
  const { sleep } = open(limits);
  await sleep(0);
  const failure = await failureOf(time ? withTime(time, () => sleep(60)) : sleep(60));
  expect(failure).toMatchObject({ name: "DatabaseSilent", code: "ETIMEDOUT" });
  expect(isOutage(failure)).toBe(true);
  await vi.waitFor(async () => expect(await countSleeping(db)).toBe(0), { timeout: 5_000 });
});

test("a connection without an answer serves nobody else, nor do the idle ones", async () => {
  const { db } = open({ statementMs: 1_500 });
  const pidOf = async () =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid, pg_sleep(0.05)`.execute(db)).rows[0]?.pid;
  const before = await Promise.all(Array.from({ length: 5 }, pidOf));
  const failure = await failureOf(db.transaction().execute((trx) => sql`SELECT pg_sleep(60)`.execute(trx)));
  expect(isOutage(failure)).toBe(true);
  for (const pid of await Promise.all(Array.from({ length: 10 }, pidOf))) expect(before).not.toContain(pid);
});

test("a request without time left does not wait for a connection", async () => {
  const { db, sleep } = open({ queueMs: 60_000 });
  const release = holdConnections(db);
  const failure = await failureOf(withTime(300, () => sleep(0)));
  await release();
  expect(isOutage(failure)).toBe(true);
  await sleep(0);
});

test("a transaction whose statements were in time is committed after the request's time", async () => {
  const { db, sleep } = open({});
  await sleep(0);
  const done = await withTime(1_000, () =>
    db.transaction().execute(async (trx) => {
      await sql`SELECT 1`.execute(trx);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      return "committed";
    }),
  );
  expect(done).toBe("committed");
});

/** A line to the database on which the server warns after each COMMIT, as when it ends its wait for a replica. */
async function openWarningLine(): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  const { port, hostname } = url;
  const field = (type: string, value: string) => `${type}${value}\0`;
  const fields = Buffer.from(
    `${field("S", "WARNING")}${field("C", "01000")}${field("R", "SyncRepWaitForLSN")}\0`,
  );
  const warning = Buffer.alloc(5);
  warning.write("N");
  warning.writeInt32BE(fields.length + 4, 1);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let warns = false;
    client.on("data", (chunk) => {
      warns = /commit/i.test(chunk.toString("latin1"));
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      client.write(warns ? Buffer.concat([warning, fields, chunk]) : chunk);
      warns = false;
    });
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const])
      one.on("error", () => {}).on("close", () => other.destroy());
  });
  url.port = String(await listen(server));
  onTestFinished(() => void server.close());
  return url.href;
}

test("a commit that no replica has confirmed is an outage, and its connection is reused", async () => {
  const { db, sleep } = open({}, await openWarningLine());
  const failure = await failureOf(db.transaction().execute((trx) => sql`SELECT 1`.execute(trx)));
  expect(failure).toMatchObject({ name: "CommitNotReplicated" });
  expect(isOutage(failure)).toBe(true);
  await sleep(0);
});

test("the connection to a read-only server is not used again", async () => {
  const { db } = open({});
  const pidOf = async () =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)).rows[0]?.pid;
  const before = await pidOf();
  const readOnly = db.transaction().setAccessMode("read only");
  const failure = await failureOf(readOnly.execute((trx) => sql`CREATE TABLE written ()`.execute(trx)));
  expect(isOutage(failure)).toBe(true);
  await vi.waitFor(async () => expect(await pidOf()).not.toBe(before));
});
