/**
 * Public pages from a streaming replica, made by Debian's pg_basebackup: in the long tests, where that is installed. What happens
 * while it is behind, away and back.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { followShownChanges, type ShownChanges } from "~/server/kept-pages/shown-changes.queries.server";
import { findFreePort } from "../../dev/postgres/free-port";
import { migrateToLatest } from "../../migrations/migrate";
import { Browser, send } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { onServer } from "../support/on-server";
import { makeCreator, makeVideo } from "../support/people";
import { startTestWorld } from "../support/test-services";
import { findDebianPostgres, findSkipReason, withReason } from "./skip-reason";

const programs = findDebianPostgres();
const skipped = findSkipReason({
  programs: [`${programs}/initdb`, `${programs}/pg_basebackup`],
  packages: "postgresql",
  root: true,
});

describe.skipIf(skipped)(withReason("with a streaming replica", skipped), () => {
  let dir = "";
  const asPostgres = (program: string, ...words: string[]) =>
    execFileSync("runuser", ["-u", "postgres", "--", `${programs}/${program}`, ...words], { stdio: "pipe" });
  const ports = { primary: 0, replica: 0 };
  const start = (name: keyof typeof ports) => {
    const options = `-p ${ports[name]} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off`;
    asPostgres("pg_ctl", "-D", join(dir, name), "-w", "-l", join(dir, `${name}.log`), "-o", options, "start");
  };
  const stop = (name: keyof typeof ports) =>
    asPostgres("pg_ctl", "-D", join(dir, name), "-m", "immediate", "-w", "stop");
  const urlOf = (name: keyof typeof ports, database = "shop") =>
    `postgres://postgres@127.0.0.1:${ports[name]}/${database}`;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "sabia-replica-"));
    chmodSync(dir, 0o777);
    ports.primary = await findFreePort();
    asPostgres("initdb", "-D", join(dir, "primary"), "-A", "trust", "-U", "postgres", "--no-sync");
    start("primary");
    ports.replica = await findFreePort();
    const from = ["-h", "127.0.0.1", "-p", String(ports.primary), "-U", "postgres"];
    asPostgres("pg_basebackup", "-D", join(dir, "replica"), "-R", "-c", "fast", "--no-sync", ...from);
    start("replica");
    await onServer(urlOf("primary", "postgres"), (client) => client.query("CREATE DATABASE shop"));
    await migrateToLatest(urlOf("primary"));
  }, 120_000);
  afterAll(() => {
    stop("primary");
    stop("replica");
    rmSync(dir, { recursive: true, force: true });
  });

  test("public pages are read from it, also after a change; not while it is behind or away", {
    timeout: 240_000,
  }, async ({ onTestFinished }) => {
    const world = await startTestWorld(() => ({
      DATABASE_URL: urlOf("primary"),
      DATABASE_REPLICA_URL: urlOf("replica"),
      DATABASE_REPLICA_MAX_LAG: "4",
    }));
    const { services, logged } = world;
    onTestFinished(() => services.readDb.destroy());
    let changes: ShownChanges | undefined;
    onTestFinished(() => changes?.stop());
    const { port } = await startHttpApp(world, {
      keptPages: {
        maxBytes: 8 * 1024 * 1024,
        follow: (onChange) => {
          changes = followShownChanges({ url: urlOf("primary"), onChange, onProblem: () => {} });
          return changes;
        },
      },
    });
    const statements = async () => {
      const found = await services.metrics.registry.getSingleMetric("sabia_replica_statements_total")?.get();
      const of = (server: string) => found?.values.find(({ labels }) => labels.server === server)?.value ?? 0;
      return { replica: of("replica"), primary: of("primary") };
    };
    /** Asks for an address that was never asked for. Returns the page and where its statements ran. */
    let asked = 0;
    const show = async () => {
      asked += 1;
      const before = await statements();
      const reply = await send(port, { path: `/marketplace?maxPrice=${1000 + asked}` });
      const after = await statements();
      expect(reply.status).toBe(200);
      const used = { replica: after.replica > before.replica, primary: after.primary > before.primary };
      return { body: reply.body, ...used };
    };
    const untilFresh = async (fresh: boolean) => {
      await changes?.settle();
      await vi.waitUntil(() => services.replica?.isFresh() === fresh, { timeout: 30_000, interval: 20 });
    };

    const ana = await makeCreator(world);
    const videoId = await makeVideo(world, ana, { title: "Primeira" });
    await untilFresh(true);
    expect(await show()).toMatchObject({ replica: true, primary: false });
    // Not for someone signed in.
    const before = await statements();
    expect((await new Browser({ port, cookie: ana.cookie }).get("/marketplace")).status).toBe(200);
    expect(await statements()).toEqual(before);

    // Every change is seen by the very next request, though the replica replays it some milliseconds later.
    const title = (name: string) =>
      services.db.updateTable("videos").set({ title: name }).where("id", "=", videoId).execute();
    for (let round = 0; round < 20; round += 1) {
      await title(`Mudada ${round}.`);
      await changes?.settle();
      expect((await send(port, { path: "/marketplace" })).body).toContain(`Mudada ${round}.`);
      expect((await show()).body).toContain(`Mudada ${round}.`);
    }
    await untilFresh(true);
    const caughtUp = await show();
    expect(caughtUp).toMatchObject({ replica: true, primary: false });
    expect(caughtUp.body).toContain("Mudada 19.");

    // Behind: it has stopped replaying.
    await onServer(urlOf("replica"), (client) => client.query("SELECT pg_wal_replay_pause()"));
    await title("Enquanto atrasada");
    await changes?.settle();
    const behind = await show();
    expect(behind).toMatchObject({ replica: false, primary: true });
    expect(behind.body).toContain("Enquanto atrasada");
    await vi.waitUntil(
      () => logged.some(({ msg }) => String(msg).startsWith("the replica is away or behind")),
      {
        timeout: 20_000,
      },
    );
    await onServer(urlOf("replica"), (client) => client.query("SELECT pg_wal_replay_resume()"));
    await untilFresh(true);
    expect((await show()).body).toContain("Enquanto atrasada");

    // Away: the first statement that finds it gone is repeated on the primary.
    stop("replica");
    for (let round = 0; round < 5; round += 1)
      expect(await show()).toMatchObject({ replica: false, primary: true });
    await untilFresh(false);
    await title("Enquanto fora");
    expect((await show()).body).toContain("Enquanto fora");
    start("replica");
    await untilFresh(true);
    const back = await show();
    expect(back).toMatchObject({ replica: true, primary: false });
    expect(back.body).toContain("Enquanto fora");
  });
});
