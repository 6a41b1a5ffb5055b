/** The system reuses process ids: no signal is sent on the strength of one alone. /proc on Linux, `ps` elsewhere. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const hasProc = existsSync("/proc/self/stat");

/** A zombie counts as ended. */
export function isRunning(pid: number): boolean {
  if (!isProcessId(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, but belongs to another user.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return hasProc ? procStat(pid)?.state !== "Z" : true;
}

/** Start time; undefined when the process has ended or is unknown. */
export function startMark(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  return hasProc ? procStat(pid)?.startTicks : askPs(pid, "lstart=");
}

/** Undefined when the process has ended or is unknown. */
export function parentOf(pid: number): number | undefined {
  return hasProc ? procStat(pid)?.parent : Number(askPs(pid, "ppid="));
}

/** With its arguments; undefined when the process has ended or is unknown. */
export function commandOf(pid: number): string[] | undefined {
  try {
    if (!hasProc) return askPs(pid, "command=")?.split(" ");
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return undefined;
  }
}

/** By file name; `argument` among its arguments. */
export function runsProgramWith(pid: number, program: string, argument: string): boolean | undefined {
  if (!isRunning(pid)) return false;
  const words = commandOf(pid);
  if (!hasProc) return words && [program, argument].every((word) => words.join(" ").includes(word));
  return words && basename(words[0] ?? "") === program && words.includes(argument);
}

/** 0 and negative numbers are process groups in kill(2), and 1 is the system's first process. */
function isProcessId(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 1;
}

/** proc(5): the command may contain spaces and parentheses, so fields are counted from the last parenthesis. */
function procStat(pid: number): { state: string; parent: number; startTicks: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", parent: Number(fields[1]), startTicks: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

function askPs(pid: number, column: string): string | undefined {
  try {
    return execFileSync("ps", ["-ww", "-o", column, "-p", String(pid)], {
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch {
    return undefined;
  }
}

/** Which process owns a file; a later process with the same id is not mistaken for it. */
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
