/**
 * Public pages from a streaming replica, made by Debian's pg_basebackup: in the long tests, where that is installed.
 * What happens while it is behind, away and back.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { onServer } from "../../dev/postgres/on-server";
import { migrateToLatest } from "../../migrations/migrate";
import { Browser, send } from "../support/browser";
import { startReplicatedPostgres } from "../support/debian-postgres";
import { startHttpApp } from "../support/http-app";
import { makeCreator, makeVideo, readClip } from "../support/people";
import { setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";
import { findDebianPostgres, withReason } from "./skip-reason";

const { programs, skipped } = await findDebianPostgres();

describe.skipIf(skipped)(withReason("with a streaming replica", skipped), () => {
  let servers: Awaited<ReturnType<typeof startReplicatedPostgres>>;
  beforeAll(async () => {
    servers = await startReplicatedPostgres(programs);
    await migrateToLatest(servers.urlOf("primary"));
  }, 120_000);
  afterAll(() => servers.remove());

  test("public pages are read from the replica, and not while it lags or is unavailable", {
    timeout: 240_000,
  }, async ({ onTestFinished }) => {
    const world = await startTestWorld(() => ({
      DATABASE_URL: servers.urlOf("primary"),
      DATABASE_REPLICA_URL: servers.urlOf("replica"),
      DATABASE_REPLICA_MAX_LAG: "4",
    }));
    const { services, logged } = world;
    onTestFinished(() => services.readDb.destroy());
    const { port } = await startHttpApp(world);
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
      await vi.waitUntil(() => services.replica?.isFresh() === fresh, { timeout: 30_000, interval: 20 });
    };

    const ana = await makeCreator(world);
    const videoId = await makeVideo(world, ana, { title: "Primeira" }, readClip());
    await untilFresh(true);
    expect(await show()).toMatchObject({ replica: true, primary: false });
    // Not for someone signed in.
    const before = await statements();
    expect((await new Browser({ port, cookie: ana.cookie }).get("/marketplace")).status).toBe(200);
    expect(await statements()).toEqual(before);

    const title = (name: string) => setRows(services.db, "videos", { id: videoId }, { title: name });

    // Behind: it has stopped replaying.
    await onServer(servers.urlOf("replica"), (client) => client.query("SELECT pg_wal_replay_pause()"));
    await title("Enquanto atrasada");
    await untilFresh(false);
    const behind = await show();
    expect(behind).toMatchObject({ replica: false, primary: true });
    expect(behind.body).toContain("Enquanto atrasada");
    await vi.waitUntil(
      () => logged.some(({ msg }) => String(msg).startsWith("the replica is away or behind")),
      {
        timeout: 20_000,
      },
    );
    await onServer(servers.urlOf("replica"), (client) => client.query("SELECT pg_wal_replay_resume()"));
    await untilFresh(true);
    expect((await show()).body).toContain("Enquanto atrasada");

    // Away: the first statement that finds it gone is repeated on the primary.
    servers.stop("replica");
    for (let round = 0; round < 5; round += 1)
      expect(await show()).toMatchObject({ replica: false, primary: true });
    await untilFresh(false);
    await title("Enquanto fora");
    expect((await show()).body).toContain("Enquanto fora");
    servers.start("replica");
    await untilFresh(true);
    const back = await show();
    expect(back).toMatchObject({ replica: true, primary: false });
    expect(back.body).toContain("Enquanto fora");
  });
});
