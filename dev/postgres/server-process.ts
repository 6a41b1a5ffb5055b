/** Starts the server program and waits until it takes connections. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries";
import type { DataHome } from "./data-home";
import { findFreePort } from "./free-port";
import { programEnvironment } from "./program-environment";
import { type RunningServer, readPidFile } from "./running-server";

/** Crash recovery of a development database ends well within this. */
const patienceMs = 60_000;

/** Loopback only, no socket file, nothing that depends on the machine's time zone. */
const localOnly = { listen_addresses: "127.0.0.1", unix_socket_directories: "", timezone: "UTC" };

/** For data that is thrown away: nothing is flushed to disk (PostgreSQL manual, "Non-Durable Settings"). */
const nonDurable = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
};

/**
 * @param settings.port where to listen; undefined: a free one
 * @param settings.portMayChange whether another free port will do where that one is taken
 * @throws with the end of the server's own log when it does not come up
 */
export async function launchServer(
  home: DataHome,
  binaries: Binaries,
  settings: { port: number | undefined; portMayChange: boolean; durable: boolean },
): Promise<RunningServer> {
  const logFile = join(home.folder, "server.log");
  let port = settings.port ?? (await findFreePort());
  for (let tries = 1; ; tries++) {
    const child = spawnServer(home, binaries, port, settings.durable, logFile);
    const outcome = await waitUntilReady(child, home.cluster);
    if (outcome === "ready") {
      if (child.pid === undefined) throw new Error("The server has no process id.");
      return { pid: child.pid, port };
    }
    const words = tailOf(logFile);
    const portTaken = words.includes("could not create any TCP/IP sockets") && settings.portMayChange;
    // The children of a server that was killed may need a moment to end.
    const childrenLeft = words.includes("pre-existing shared memory block");
    if (tries >= 20 || !(portTaken || childrenLeft)) {
      throw new Error(`PostgreSQL did not start (${outcome}):\n${words}`);
    }
    if (portTaken) port = await findFreePort();
    else await sleep(250);
  }
}

/**
 * In a session of its own: Ctrl-C in the terminal reaches only us, who end it in order. Its log goes to a file, so that it
 * neither stops nor spins when its parent is gone.
 */
function spawnServer(
  home: DataHome,
  binaries: Binaries,
  port: number,
  durable: boolean,
  logFile: string,
): ChildProcess {
  const settings = Object.entries({ ...localOnly, ...(durable ? {} : nonDurable) });
  const options = settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(logFile, "w", 0o600);
  const child = spawn(binaries.postgres, ["-D", home.cluster, "-p", String(port), ...options], {
    ...home.runAs,
    cwd: home.cluster,
    env: programEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  return child;
}

async function waitUntilReady(child: ChildProcess, cluster: string): Promise<"ready" | string> {
  let ended: string | undefined;
  child.once("error", (error) => {
    ended = error.message;
  });
  child.once("exit", (code, signal) => {
    ended = signal ?? `exit code ${code}`;
  });
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(20)) {
    if (ended !== undefined) return ended;
    const file = readPidFile(cluster);
    if (file?.pid === child.pid && file?.status === "ready") return "ready";
  }
  child.kill("SIGQUIT");
  return `not ready after ${patienceMs / 1000} s`;
}

/** The last lines of a log file, for an error message. */
export function tailOf(file: string): string {
  try {
    return readFileSync(file, "utf8").trim().split("\n").slice(-15).join("\n");
  } catch {
    return "";
  }
}
