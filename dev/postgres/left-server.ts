import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, runsProgramWith } from "../processes/process-facts";

const signals = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;

/** From postmaster.pid; undefined without the file. */
export function serverPid(cluster: string): number | undefined {
  try {
    return Math.abs(Number.parseInt(readFileSync(join(cluster, "postmaster.pid"), "utf8"), 10));
  } catch {
    return undefined;
  }
}

/** Waits for the end of the server that runs on this data, if any. Leaves other programs alone. */
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
 * Another program has the id in the pid file, and PostgreSQL would not start. It ignores its grandparent's id
 * (PG_GRANDPARENT_PID), and still checks the file's shared memory for children of a killed server.
 */
function forgetPid(cluster: string): void {
  const file = join(cluster, "postmaster.pid");
  const [, ...rest] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [String(process.pid), ...rest].join("\n"));
}
