import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";
import { ConversionFailed } from "./converter";
import type { Programs } from "./find-programs.server";

/** Behind every request that is answered: 0 is usual, 19 the last. */
const niceness = 15;

/** Kept of what a program complains about, in characters: a broken file is complained about without end. */
const complaintMax = 2_000;

/** No line of a program's answer is longer than this, in characters; a few hundred streams make no more. */
const answerMax = 1_000_000;

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
 * Runs one of FFmpeg's programs: no shell, no input, none of our environment, behind everything else, in the folder given,
 * ended after the limit, on abort, and with this process, however that ends. Gives what it answered; throws
 * ConversionFailed, its complaint as the cause, or the signal's reason.
 *
 * Where the system has no `setpriv` (not Linux), FFmpeg's own limit on processor time ends what a killed server leaves.
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
    // The programs load nothing by it and write no report of their own.
    env: { NODE_ENV: "production", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([signal, timer]),
    killSignal: "SIGKILL",
  });
  let failure: Error | undefined;
  const noteFailure = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  };
  // Each may fail more than once, also after the program has ended: an error without a listener ends the process.
  for (const source of [child, child.stdout, child.stderr]) source.on("error", noteFailure);
  if (child.pid !== undefined) goBehind(child.pid);

  let answer = "";
  let complaint = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!onLine) {
      if (answer.length + line.length < answerMax) answer += `${line}\n`;
      return;
    }
    try {
      onLine(line);
    } catch (error) {
      noteFailure(error);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-complaintMax);
  });
  const [code, killedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once("close", (...ended) => resolve(ended));
  });
  signal.throwIfAborted();
  if (timer.aborted) throw new ConversionFailed("tooLong", new Error(complaint));
  if (killedBy !== null) throw new ConversionFailed("stopped", new Error(`${killedBy}: ${complaint}`));
  if (failure) throw new ConversionFailed("stopped", failure);
  if (code !== 0) throw new ConversionFailed("unreadable", new Error(`${code}: ${complaint}`));
  return answer;
}

function goBehind(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}
