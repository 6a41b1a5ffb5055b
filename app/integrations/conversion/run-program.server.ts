import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { setPriority } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { ConversionFailed } from "./converter";

/** 19 is the lowest priority. */
const niceness = 15;

/** In characters: a broken file may cause endless output. */
const errorOutputMax = 2_000;

/** In characters of a line; a few hundred streams need no more. */
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
 * Runs an FFmpeg program without shell, input or our environment, at low priority. It ends after the limit, on abort, and
 * with this process (without `setpriv`, by FFmpeg's own limit of processor time). Throws ConversionFailed with the error
 * output as cause, or the signal's reason.
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
    // So that the programs load no configuration and write no reports.
    env: { NODE_ENV: "production", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([signal, timer]),
    killSignal: "SIGKILL",
  });
  let failure: Error | undefined;
  const noteFailure = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  };
  // Several errors may follow, even after the end: an unhandled one would end the process.
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
  // The program itself cannot be executed (POSIX, exit status of `env`).
  if (code === 126 || code === 127) throw new ConversionFailed("stopped", new Error(`${code}: ${complaint}`));
  if (code !== 0) throw new ConversionFailed("unreadable", new Error(`${code}: ${complaint}`));
  return answer;
}

function goBehind(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {}
}

export interface Programs {
  ffmpeg: string;
  ffprobe: string;
  /** From util-linux (Linux only): ends a child with its parent. */
  setpriv: string | undefined;
}

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
