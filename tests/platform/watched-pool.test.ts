/** Waiting for a connection: a busy database is not a hung one (`tests/routes/database-hangs.night.test.ts`). */
import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { runWithDeadline } from "~/integrations/request-deadline";
import { openDatabase } from "~/platform/db.server";
import { isOutage } from "~/platform/outage.server";
import type { WatchLimits } from "~/platform/watched-pool.server";

const open = (limits: Partial<WatchLimits>, url = inject("postgresUrl")) => {
  const { db } = openDatabase(url, () => {}, limits);
  onTestFinished(() => db.destroy());
  return { db, sleep: (seconds: number) => sql`SELECT pg_sleep(${seconds})`.execute(db) };
};

test("statements wait in turn, and longer for a busy connection than for a new one", async () => {
  const { sleep } = open({ connectMs: 1_500, queueMs: 10_000 });
  await Promise.all(Array.from({ length: 10 }, () => sleep(0)));
  await Promise.all(Array.from({ length: 60 }, () => sleep(0.4)));
});

test("a wait for a connection is limited, and then answered with 503", async () => {
  const { db, sleep } = open({ queueMs: 2_500 });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: 10 }, () => db.transaction().execute(() => released));
  const failure = await sleep(0).catch((error: unknown) => error);
  release();
  await Promise.all(held);
  expect(isOutage(failure)).toBe(true);
  await sleep(0);
});

test("a database that accepts connections and never answers is an outage, too", async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const { sleep } = open({ connectMs: 100 }, `postgres://nobody@127.0.0.1:${port}/none`);
  const failure = await sleep(0).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "DatabaseSilent", code: "ETIMEDOUT" });
  expect(isOutage(failure)).toBe(true);
});

const withTime = <T>(milliseconds: number, run: () => Promise<T>) =>
  runWithDeadline({ endsAt: performance.now() + milliseconds, hasBegun: () => false }, run);

test("a statement of a request without time left is cancelled, and its connection is reused", async () => {
  const { db, sleep } = open({});
  const failure = await withTime(300, () => sleep(60)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "RequestOverdue", code: "ETIMEDOUT" });
  expect(isOutage(failure)).toBe(true);
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep($1)%' AND pid <> pg_backend_pid()`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test("a request without time left does not wait for a connection", async () => {
  const { db, sleep } = open({ queueMs: 60_000 });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: 10 }, () => db.transaction().execute(() => released));
  const failure = await withTime(300, () => sleep(0)).catch((error: unknown) => error);
  release();
  await Promise.all(held);
  expect(failure).toMatchObject({ name: "RequestOverdue" });
  await sleep(0);
});

test("a transaction whose statements were in time is committed after the request's time", async () => {
  const { db } = open({});
  const done = await withTime(300, () =>
    db.transaction().execute(async (trx) => {
      await sql`SELECT 1`.execute(trx);
      await new Promise((resolve) => setTimeout(resolve, 400));
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

test("a commit that no replica has confirmed is an outage, and its connection is reused", async () => {
  const { db, sleep } = open({}, await openWarningLine());
  const failure = await db
    .transaction()
    .execute((trx) => sql`SELECT 1`.execute(trx))
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "CommitNotReplicated" });
  expect(isOutage(failure)).toBe(true);
  await sleep(0);
});
