/** One `npm start` per data folder; ends what a killed one left running. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  commandOf,
  isOwnerAlive,
  isRunning,
  type Owner,
  parentOf,
  readOwner,
  startMark,
  thisProcess,
} from "./processes/process-facts";

/** To close the server, the local services and the database. */
const endTimeoutMs = 15_000;

/** `onAbandoned`: npm was killed. Returns a function that removes the record. Throws when another start runs there. */
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

/** The other start is already ending, because its npm is gone. */
async function waitForEnd(start: Owner): Promise<void> {
  for (const end = Date.now() + endTimeoutMs; Date.now() < end; await sleep(100)) {
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

/** npm, the shell it runs a script in, and tsx. */
const maxLevels = 5;

/** Up to npm, nearest first; none if npm did not start it. A killed npm leaves its children running. */
function findLaunchers(): Owner[] {
  const chain: Owner[] = [];
  for (let pid = process.ppid; pid > 1 && chain.length < maxLevels; ) {
    const started = startMark(pid);
    const command = commandOf(pid)?.join(" ");
    if (started === undefined || command === undefined) return [];
    chain.push({ pid, started });
    if (/^npm |npm-cli\.js/.test(command)) return chain;
    pid = parentOf(pid) ?? 0;
  }
  return [];
}

function onLauncherEnd(launchers: readonly Owner[], run: () => void): void {
  const looking = setInterval(() => {
    if (launchers.every(({ pid }) => isRunning(pid))) return;
    clearInterval(looking);
    run();
  }, 500).unref();
}
