/** One `npm start` at a time on a data folder; what a killed one left running is ended. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findLaunchers, onLauncherEnd } from "./launchers";
import { isOwnerAlive, type Owner, readOwner, thisProcess } from "./processes/owner";

/** It closes the server, the stand-ins and the database one after the other. */
const patienceMs = 15_000;

/**
 * Writes down that this process is the start on this data folder.
 * Takes what to do when npm, which started us, is killed and nobody is left to press Ctrl-C.
 * @returns the function that removes the note again
 * @throws when another start is running there
 */
export async function becomeOnlyStart(dir: string, onAbandoned: () => void): Promise<() => void> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "start.json");
  const earlier = readOwner(file);
  if (earlier && isOwnerAlive(earlier)) {
    if (readLaunchers(file).every(isOwnerAlive)) {
      throw new Error(
        `It is running already, as process ${earlier.pid}. End that one first (Ctrl-C, or kill ${earlier.pid}).`,
      );
    }
    await waitForEnd(earlier);
  }
  const launchers = findLaunchers();
  writeFileSync(file, JSON.stringify({ ...thisProcess(), launchers }), { mode: 0o600 });
  onLauncherEnd(launchers, onAbandoned);
  return () => {
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** It has noticed by itself that npm is gone, and is ending. The process is the very one that wrote the note: no stranger's. */
async function waitForEnd(start: Owner): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100)) {
    if (!isOwnerAlive(start)) return;
  }
  process.kill(start.pid, "SIGKILL");
}

function readLaunchers(file: string): Owner[] {
  try {
    const { launchers } = JSON.parse(readFileSync(file, "utf8")) as { launchers?: unknown };
    return Array.isArray(launchers) ? (launchers as Owner[]) : [];
  } catch {
    return [];
  }
}
