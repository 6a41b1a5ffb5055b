/** Which process owns a file; a later process with the same id is not mistaken for it. */
import { readFileSync } from "node:fs";
import { isRunning, startMark } from "./process-facts";

export type Owner = { pid: number; started: string };

export function thisProcess(): Owner {
  return { pid: process.pid, started: startMark(process.pid) ?? "" };
}

/** Undefined without such a file, or if it does not name a process. */
export function readOwner(file: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof value !== "object" || value === null || !("pid" in value) || !("started" in value))
      return undefined;
    const { pid, started } = value;
    return typeof pid === "number" && typeof started === "string" ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

export function isOwnerAlive(owner: Owner): boolean {
  return isRunning(owner.pid) && startMark(owner.pid) === owner.started;
}
