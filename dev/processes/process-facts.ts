/**
 * Facts about other processes, so that nothing is ever signalled on the strength of a number in a file: process ids are
 * used again by the system, also for other people's programs.
 *
 * Linux answers from /proc; elsewhere (macOS) `ps` is asked. Where neither answers, the result is `undefined`: unknown.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const hasProc = existsSync("/proc/self/stat");

/** Whether a process with this id lives. One that ended but was not collected by its parent (a zombie) counts as gone. */
export function isRunning(pid: number): boolean {
  if (!isProcessId(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to someone else.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return hasProc ? procStat(pid)?.state !== "Z" : true;
}

/**
 * A text that tells this process from any other that had or will have the same id: the moment it started.
 * @returns undefined when the process is gone, or cannot be asked about.
 */
export function startMark(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  return hasProc ? procStat(pid)?.startTicks : askPs(pid, "lstart=");
}

/**
 * Whether process `pid` is the program `program` (by file name) with `argument` among its arguments.
 * @returns undefined when the system does not tell.
 */
export function runsProgramWith(pid: number, program: string, argument: string): boolean | undefined {
  if (!isRunning(pid)) return false;
  if (!hasProc)
    return askPs(pid, "command=")?.includes(`${program} `) && askPs(pid, "command=")?.includes(argument);
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return basename(words[0] ?? "") === program && words.includes(argument);
  } catch {
    return undefined;
  }
}

/** 0 and negative numbers name process groups in kill(2), and 1 is the system's first process: never ours. */
function isProcessId(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 1;
}

/** proc(5): the command's name may hold spaces and parentheses, so fields are counted from the last parenthesis. */
function procStat(pid: number): { state: string; startTicks: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startTicks: fields[19] ?? "" };
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
