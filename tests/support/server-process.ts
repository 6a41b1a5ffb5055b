import { sql } from "kysely";
import { afterAll } from "vitest";
import type { Database } from "~/platform/db.server";
import { removeRunners } from "~/server/runner.queries.server";
import { type AppOptions, type AppProcess, startApp } from "../../dev/app-process";
import { findFreePort } from "../../dev/postgres/free-port";
import { makeBuild } from "./http-app";
import type { TestWorld } from "./test-services";

export interface MortalServer {
  port: number;
  origin: string;
  /** Its process id now; another after each restart. */
  pid(): number;
  /**
   * Ends it as a power cut does, and starts it again at the same address half a minute later, as far as its jobs are
   * concerned: without a heartbeat they are free again (stuck-jobs.night.test.ts).
   */
  killAndRestart(): Promise<void>;
  /** Asks it to stop, and waits until it has ended. */
  stop(): Promise<void>;
}

/** The built product as a process of its own on a world's database and store; gone when the test file is done. */
export async function startMortalServer(
  world: TestWorld,
  variables: Record<string, string | undefined> = {},
  options: AppOptions = {},
): Promise<MortalServer> {
  await makeBuild();
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const settings = { ...world.services.env, PORT: port, APP_URL: origin, LOG_LEVEL: "warn", ...variables };
  const env = Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "boolean" ? String(Number(value)) : String(value)]],
    ),
  ) as Record<string, string>;
  const { db } = world.services;
  const others = await listRunners(db);
  let app: AppProcess = await startApp(env, { quiet: true, ...options });
  afterAll(() => app.stop());
  return {
    port,
    origin,
    stop: () => app.stop(),
    pid: () => app.process.pid ?? 0,
    async killAndRestart() {
      const ended = new Promise((resolve) => app.process.once("close", resolve));
      app.process.kill("SIGKILL");
      await ended;
      const dead = (await listRunners(db)).filter((id) => !others.includes(id));
      await removeRunners(db, dead);
      app = await startApp(env, { quiet: true, ...options });
      // PostgreSQL ends a statement of the killed process, which may lock one more job.
      await removeRunners(db, dead);
    },
  };
}

async function listRunners(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM job_runners`.execute(db);
  return rows.map(({ id }) => id);
}
