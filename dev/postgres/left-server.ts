/** A server that outlived its keeper. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, runsProgramWith } from "../processes/process-facts";

const signals = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;

/** The process id in PostgreSQL's postmaster.pid; undefined without such a file. */
export function serverPid(cluster: string): number | undefined {
  try {
    return Math.abs(Number.parseInt(readFileSync(join(cluster, "postmaster.pid"), "utf8"), 10));
  } catch {
    return undefined;
  }
}

/** Ends the server that runs on this data directory, if any, and waits for it. Leaves other programs alone. */
export async function endLeftServer(cluster: string): Promise<void> {
  const pid = serverPid(cluster);
  if (pid === undefined || !isRunning(pid)) return;
  if (runsProgramWith(pid, "postgres", cluster) !== true) return forgetPid(cluster);
  for (const [signal, patienceMs] of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      return; // it has just ended
    }
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(20)) {
      if (!isRunning(pid)) return;
    }
  }
}

/**
 * The id in the pid file belongs to another program now, and PostgreSQL would not start while that runs. It ignores the
 * id of its grandparent (PG_GRANDPARENT_PID), and still checks the file's shared memory for children of a killed
 * server.
 */
function forgetPid(cluster: string): void {
  const file = join(cluster, "postmaster.pid");
  const [, ...rest] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [String(process.pid), ...rest].join("\n"));
}
