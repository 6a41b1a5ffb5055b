/** What Prometheus scrapes, and whether a process is ready. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { watchFigures } from "~/server/metrics/watch-figures.server";
import { serveMetrics } from "~/server/metrics/worker-metrics.server";
import { asOwner } from "../support/as-owner";
import { breakStorage } from "../support/broken-storage";
import { send } from "../support/browser";
import { startWorldOnLine } from "../support/database-line";
import { startHttpApp } from "../support/http-app";
import { addRows } from "../support/tables";

const { line, world } = await startWorldOnLine();
const { services } = world;
let stopping = false;
const { port, build } = await startHttpApp(world, { isStopping: () => stopping });
afterEach(line.mend);

describe("the readiness check", () => {
  const ready = "database: ok\nwrites: ok\nrights: ok\nschema: ok\ndataKey: ok\nstore: ok\njobs: ok\n";
  const ask = async () => {
    const { status, body } = await send(port, { path: "/readiness" });
    return { status, body };
  };
  const isReadyAgain = () => expect.poll(ask, { timeout: 10_000 }).toEqual({ status: 200, body: ready });

  async function onEveryConnection(statement: string): Promise<void> {
    const held = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const client = await services.pool.connect();
        await client.query(statement);
        return client;
      }),
    );
    for (const client of held) client.release();
  }

  test("answers 200 with every check", isReadyAgain);

  test("answers 503 without the database, and 200 once it is back", async () => {
    await isReadyAgain();
    await line.cut();
    await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(503);
    expect((await ask()).body).toMatch(/^database: not answering\n/);
    await line.mend();
    await isReadyAgain();
  });

  test("answers 503 on the schema of an older release", async () => {
    await asOwner(services.db, "UPDATE kysely_migration SET name = '-' || name");
    await expect
      .poll(ask, { timeout: 10_000 })
      .toEqual({ status: 503, body: ready.replace("schema: ok", "schema: older than this release") });
    expect(await send(port, { path: "/healthcheck" })).toMatchObject({ status: 503 });
    await asOwner(services.db, "UPDATE kysely_migration SET name = substr(name, 2)");
    await isReadyAgain();
  });

  test("answers 503 without a right, and on a read-only database", async () => {
    const { username } = new URL(services.env.DATABASE_URL);
    await asOwner(services.db, `REVOKE SELECT ON sales FROM ${username}`);
    await expect
      .poll(ask, { timeout: 10_000 })
      .toEqual({ status: 503, body: ready.replace("rights: ok", "rights: missing: run the migrations") });
    await asOwner(services.db, `GRANT SELECT ON sales TO ${username}`);
    await isReadyAgain();
    await onEveryConnection("SET default_transaction_read_only = on");
    await expect
      .poll(ask, { timeout: 10_000 })
      .toEqual({ status: 503, body: ready.replace("writes: ok", "writes: the database is read-only") });
    await onEveryConnection("RESET default_transaction_read_only");
    await isReadyAgain();
  });

  test("answers 503 without the file store", async () => {
    const storage = breakStorage(services.storage, { operation: "check" });
    const broken = await startHttpApp({ ...world, services: { ...services, storage } }, { build });
    expect(await send(broken.port, { path: "/readiness" })).toMatchObject({
      status: 503,
      body: ready.replace("store: ok", "store: failed"),
    });
    // It still serves what needs no file.
    expect(await send(broken.port, { path: "/healthcheck" })).toMatchObject({ status: 200 });
  });

  test("names a stopped job queue, and stays ready", async () => {
    const wait = (minutes: number) =>
      asOwner(
        services.db,
        `UPDATE graphile_worker._private_jobs SET run_at = now() - interval '${minutes} minutes'`,
      );
    await addJob(services.db, "sweep", {}, { key: "stalled" });
    await wait(1);
    await isReadyAgain();
    await wait(3);
    await expect
      .poll(async () => (await ask()).body, { timeout: 10_000 })
      .toMatch(/^jobs: none taken for 18\d s while some wait$/m);
    expect((await ask()).status).toBe(200);
    const registry = new Registry();
    watchFigures(registry, services.db);
    expect(await registry.metrics()).toMatch(/^sabia_jobs_stalled_seconds 18\d/m);
    await asOwner(services.db, "DELETE FROM graphile_worker._private_jobs");
    await isReadyAgain();
  });

  test("answers 503 once the process is asked to stop", async () => {
    stopping = true;
    expect(await ask()).toEqual({ status: 503, body: "stopping\n" });
    stopping = false;
    await isReadyAgain();
  });
});

describe("the metrics", () => {
  watchFigures(services.metrics.registry, services.db);
  const server = serveMetrics(
    { port: 0, host: "127.0.0.1" },
    () => services.metrics.registry.metrics(),
    services.log,
  );
  afterAll(() => void server.close());
  const scrape = async () => {
    if (!server.listening) await once(server, "listening");
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
    expect(answer.headers.get("content-type")).toContain("text/plain");
    return answer.text();
  };

  const addProof = ({ violations = 0, independent = false } = {}) =>
    asOwner(
      services.db,
      `INSERT INTO ledger_proofs (whole, independent, started_at, finished_at, violations)
       VALUES (true, ${independent}, now(), now(), ${violations})`,
    );

  test("count requests by route, not by address, with their status", async () => {
    await send(port, { path: "/videos/0b8f0e2c-8c1d-4b54-9a53-0c5d6a1c2f11?x=secret" });
    await send(port, { path: "/wp-login.php" });
    const text = await scrape();
    expect(text).toContain('route="/videos/:videoId",method="GET",status="404"} 1\n');
    expect(text).toContain('route="/*",method="GET",status="404"} 1\n');
    expect(text).not.toContain("0b8f0e2c");
    expect(text).not.toContain("secret");
    expect(text).toMatch(/^sabia_database_connection_wait_seconds_count\{process="0"\} [1-9]/m);
  });

  test("include jobs, payment events and the ledger", async () => {
    const { db } = services;
    await addJob(db, "sweep", {});
    await addJob(db, "sweep", {}, { runAt: new Date(Date.now() + 3_600_000) });
    const received = { received_at: new Date(Date.now() - 90_000), payload: "{}" };
    await addRows(db, "payment_events", { id: "evt_1", provider_type: "x", ...received });
    await addProof({ violations: 2 });
    // Figures are kept for some seconds.
    await expect.poll(scrape, { timeout: 15_000 }).toMatch(/^sabia_jobs\{state="ready",process="0"\} 1$/m);
    const text = await scrape();
    expect(text).toMatch(/^sabia_jobs\{state="scheduled",process="0"\} 1$/m);
    expect(text).toMatch(/^sabia_payment_events_waiting\{process="0"\} 1$/m);
    expect(text).toMatch(/^sabia_payment_events_oldest_seconds\{process="0"\} 9\d/m);
    expect(text).toMatch(/^sabia_ledger_violations\{process="0"\} 2$/m);
  });

  /** The figures as a scrape shows them once the kept ones have expired. */
  const figuresNow = () => {
    const registry = new Registry();
    watchFigures(registry, services.db);
    return registry.metrics();
  };
  const ageOf = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await figuresNow())?.[1]);

  test("have growing ages of reconciliation and proof before the first one, so that their alerts can fire", async () => {
    const { db } = services;
    await asOwner(db, "DELETE FROM ledger_proofs");
    await asOwner(db, "UPDATE kysely_migration SET timestamp = '2026-01-02T03:04:05.000Z'");
    for (const name of ["sabia_provider_comparison_age_seconds", "sabia_ledger_proof_age_seconds"])
      expect(await ageOf(name)).toBeGreaterThan(100_000);
    await asOwner(
      db,
      "INSERT INTO reconciliations (since, started_at, finished_at) VALUES (now(), now(), now())",
    );
    await addProof();
    expect(await ageOf("sabia_provider_comparison_age_seconds")).toBeLessThan(100_000);
    // The independent way has still not run.
    expect(await ageOf("sabia_ledger_proof_age_seconds")).toBeGreaterThan(100_000);
    await addProof({ independent: true });
    expect(await ageOf("sabia_ledger_proof_age_seconds")).toBeLessThan(100_000);
  });

  test("count payments without access by where they were found", async () => {
    const { db } = services;
    const received = new Date(Date.now() - 3_600_000);
    const event = { received_at: received, payload: "{}" };
    const charge = { ...event, provider_type: "charge.succeeded" };
    const givenUp = { ...charge, settled_at: received, error: "unknownPayment" };
    await addRows(db, "payment_events", [
      // Given up, given up days ago, still waiting, settled, and one that reports no payment.
      { ...givenUp, id: "evt_2" },
      { ...givenUp, id: "evt_6", received_at: new Date(Date.now() - 3 * 86_400_000) },
      { ...event, id: "evt_3", provider_type: "checkout.session.completed" },
      { ...event, id: "evt_4", provider_type: "checkout.session.completed", settled_at: received },
      { ...event, id: "evt_5", provider_type: "charge.dispute.created" },
    ]);
    await asOwner(
      db,
      "INSERT INTO reconciliation_differences (reconciliation_id, what, subject, amount_cents, currency) SELECT max(id), 'unknownSale', 'cs_1', 4990, 'brl' FROM reconciliations",
    );
    const text = await figuresNow();
    expect(text).toMatch(/^sabia_paid_without_access\{found="event"\} 2$/m);
    expect(text).toMatch(/^sabia_paid_without_access\{found="provider"\} 1$/m);
    expect(text).toMatch(/^sabia_paid_without_access\{found="sale"\} 0$/m);
  });

  test("omit figures of the database without it, and do not fail", async () => {
    await line.cut();
    await expect.poll(scrape, { timeout: 20_000 }).not.toContain("sabia_jobs{");
    expect(await scrape()).toContain("sabia_release_info");
  });
});
