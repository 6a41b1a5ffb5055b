/** What runs on a data directory already: a server that outlived its parent, a stale pid file, or nothing. */
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isRunning, runsProgramWith, startMark } from "../processes/process-facts";

export type RunningServer = { pid: number; port: number };

/** postmaster.pid as PostgreSQL writes it (src/include/utils/pidfile.h): pid, directory, start, port, …, status. */
type PidFile = RunningServer & { status: string };

export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return Number.isSafeInteger(pid)
      ? { pid: Math.abs(pid), port, status: (lines[7] ?? "").trim() }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Address of a database on the local server, for clients. */
export function urlOf(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/**
 * Asks the server on this port, with our password, for its data directory.
 * @returns `refuses` when it does not take the password or serves another directory, `silent` when it does not answer
 */
export async function askServer(
  cluster: string,
  port: number,
  password: string,
): Promise<"ours" | "refuses" | "silent"> {
  const client = new pg.Client({ connectionString: urlOf(port, password), connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    return rows[0]?.data_directory === realpathSync(cluster) ? "ours" : "refuses";
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === invalidPassword ? "refuses" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL manual, appendix A: "invalid_password". */
const invalidPassword = "28P01";

/**
 * Finds a server that runs on this data directory and answers with our password. One that does not answer is ended; a pid
 * file whose process is gone, or is now another program, is made harmless.
 * @returns undefined when the directory is free for a new server.
 */
export async function findRunningServer(
  cluster: string,
  password: string,
): Promise<RunningServer | undefined> {
  for (const since = Date.now(); ; await sleep(100)) {
    const found = readPidFile(cluster);
    // With the process gone, PostgreSQL clears the file by itself, after checking that none of its children lives.
    if (!found || !isRunning(found.pid)) return undefined;
    const ours = runsProgramWith(found.pid, "postgres", cluster);
    if (ours === false) return void defuse(cluster);
    const answer = found.status === "ready" ? await askServer(cluster, found.port, password) : "silent";
    if (answer === "ours") return found;
    if (ours === undefined) {
      const file = join(cluster, "postmaster.pid");
      throw new Error(
        `Process ${found.pid} may be a database on ${cluster}, but does not answer. End it, or delete ${file}.`,
      );
    }
    // Recovery after a crash may take its time; a server that should be up gets three seconds.
    const patienceMs = answer === "refuses" ? 0 : found.status === "starting" ? 30_000 : 3_000;
    if (Date.now() - since >= patienceMs) await endServer(cluster, found.pid);
  }
}

/**
 * Ends the server of a data directory and waits until it is gone: fast shutdown, then immediate, then kill
 * (PostgreSQL manual, "Shutting Down the Server"). Does nothing to a process that is not PostgreSQL on this directory.
 */
export async function endServer(cluster: string, pid: number): Promise<void> {
  const mark = startMark(pid);
  if (mark === undefined || runsProgramWith(pid, "postgres", cluster) !== true) return;
  // From here on by its start, which stays known until the process is truly gone; its command line is lost before that.
  const isThere = () => startMark(pid) === mark;
  for (const [signal, patienceMs] of endings) {
    if (!isThere()) return;
    try {
      process.kill(pid, signal);
    } catch {
      return; // gone in between
    }
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(20)) if (!isThere()) return;
  }
}

const endings = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;

/** Ends whatever server runs on this data directory, if any. */
export async function endServerOf(cluster: string): Promise<void> {
  const found = readPidFile(cluster);
  if (found) await endServer(cluster, found.pid);
}

/**
 * The id in the pid file now belongs to another program, and PostgreSQL would refuse to start for as long as that runs. With
 * the id of its own parent, which it knows to be harmless, it still makes its other check: that no child of a dead server
 * holds the shared memory named in the file. Deleting the file would switch that off.
 */
function defuse(cluster: string): void {
  const file = join(cluster, "postmaster.pid");
  const rest = readFileSync(file, "utf8").split("\n").slice(1);
  writeFileSync(file, [String(process.pid), ...rest].join("\n"));
}
