/** One start at a time on a data folder, across processes; a lock whose holder died does not block. */
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isOwnerAlive, readOwner, thisProcess } from "../processes/owner";

/** Starting takes about a second, and recovery after a crash some more. */
const patienceMs = 90_000;

/**
 * Waits for the lock file and takes it.
 * @param file where the lock is kept; its folder must exist.
 * @returns the function that gives it back.
 * @throws when another living process keeps it for more than 90 s.
 */
export async function takeStartLock(file: string): Promise<() => void> {
  const mine = `${file}.${randomUUID()}`;
  // Written whole under another name and then linked: nobody ever reads a half-written lock.
  writeFileSync(mine, JSON.stringify({ ...thisProcess(), token: randomUUID() }), { mode: 0o600 });
  try {
    const end = Date.now() + patienceMs;
    while (!tryLink(mine, file)) {
      const holder = readOwner(file);
      if (holder === undefined || !isOwnerAlive(holder)) removeStale(file);
      else if (Date.now() > end) {
        throw new Error(
          `Another start (process ${holder.pid}) has been at work on this data for long: ${file}`,
        );
      } else await sleep(100);
    }
    const content = readFileSync(mine, "utf8");
    return () => {
      if (readOrEmpty(file) === content) rmSync(file, { force: true });
    };
  } finally {
    rmSync(mine, { force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Moves the lock aside before deleting it: if another process was quicker and the lock is a new one, it is put back. */
function removeStale(file: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return; // someone else removed it
  }
  const moved = readOwner(aside);
  if (moved !== undefined && isOwnerAlive(moved)) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
