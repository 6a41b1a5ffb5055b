import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { setPriority } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { ConversionFailed } from "./converter";

/** Low priority, so that requests come first (19 is the lowest). */
const niceness = 15;

/** Maximum length of the error output kept, in characters: a broken file may cause endless output. */
const errorOutputMax = 2_000;

/** Maximum length of a line of output, in characters; a few hundred streams need no more. */
const outputMax = 1_000_000;

interface Run {
  program: "ffmpeg" | "ffprobe";
  args: readonly string[];
  folder: string;
  signal: AbortSignal;
  /** In milliseconds. */
  limit: number;
  onLine?: (line: string) => void;
}

/**
 * Runs an FFmpeg program without shell, input or our environment, at low priority, in the given folder. It ends after
 * the limit, on abort, and with this process. Returns its output; throws ConversionFailed with the error output as
 * cause, or the signal's reason.
 *
 * Without `setpriv` (only on Linux), FFmpeg's own limit of processor time ends what a killed server left running.
 */
export async function runProgram(
  programs: Programs,
  { program, args, folder, signal, limit, onLine }: Run,
): Promise<string> {
  signal.throwIfAborted();
  const { setpriv } = programs;
  const whole = [programs[program], ...args];
  const [command = "", ...rest] = setpriv ? [setpriv, "--pdeathsig", "KILL", "--", ...whole] : whole;
  const timer = AbortSignal.timeout(limit);
  const child = spawn(command, rest, {
    cwd: folder,
    // Prevents the programs from loading configuration or writing reports.
    env: { NODE_ENV: "production", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([signal, timer]),
    killSignal: "SIGKILL",
  });
  let failure: Error | undefined;
  const noteFailure = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  };
  // Each may emit several errors, even after the program has ended: an unhandled one ends the process.
  for (const source of [child, child.stdout, child.stderr]) source.on("error", noteFailure);
  if (child.pid !== undefined) goBehind(child.pid);

  let answer = "";
  let complaint = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!onLine) {
      if (answer.length + line.length < outputMax) answer += `${line}\n`;
      return;
    }
    try {
      onLine(line);
    } catch (error) {
      noteFailure(error);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-errorOutputMax);
  });
  const [code, killedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once("close", (...ended) => resolve(ended));
  });
  signal.throwIfAborted();
  if (timer.aborted) throw new ConversionFailed("tooLong", new Error(complaint));
  if (killedBy !== null) throw new ConversionFailed("stopped", new Error(`${killedBy}: ${complaint}`));
  if (failure) throw new ConversionFailed("stopped", failure);
  // The program itself cannot be executed, which says nothing about the file (POSIX, exit status of `env`).
  if (code === 126 || code === 127) throw new ConversionFailed("stopped", new Error(`${code}: ${complaint}`));
  if (code !== 0) throw new ConversionFailed("unreadable", new Error(`${code}: ${complaint}`));
  return answer;
}

function goBehind(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // Already ended.
  }
}

export interface Programs {
  ffmpeg: string;
  ffprobe: string;
  /** From util-linux: ends a child with its parent. Undefined where the system has none. */
  setpriv: string | undefined;
}

/** Finds ffmpeg and ffprobe on a PATH; returns undefined unless both exist. */
export function findPrograms(path: string | undefined): Programs | undefined {
  const find = (name: string) =>
    (path ?? "")
      .split(delimiter)
      // A relative folder would depend on where the server was started.
      .filter((folder) => isAbsolute(folder))
      .map((folder) => join(folder, name))
      .find(isProgram);
  const ffmpeg = find("ffmpeg");
  const ffprobe = find("ffprobe");
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe, setpriv: find("setpriv") } : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
