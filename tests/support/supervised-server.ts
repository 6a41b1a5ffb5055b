import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, expect } from "vitest";

type Line = Record<string, unknown> & { msg: string };

const started: ChildProcess[] = [];

/** Kills what `run` has started and still runs. */
export function killStarted(): void {
  for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
}

/** Runs Node until the end of the test file, and reads the JSON lines that it prints. */
export function run(args: string[], env: NodeJS.ProcessEnv = process.env) {
  if (started.length === 0) afterAll(killStarted);
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let printed = "";
  const take = (chunk: unknown) => {
    printed += String(chunk);
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const lines = () =>
    printed.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));
  const saying = (msg: string) => lines().filter((line) => line.msg === msg);
  /** Waits for `count` lines with this message; returns the last one. */
  const until = async (msg: string, count = 1) => {
    await expect
      .poll(() => saying(msg).length, { timeout: 40_000, interval: 50, message: `${msg}\n${printed}` })
      .toBeGreaterThanOrEqual(count);
    return saying(msg)[count - 1] as Line;
  };
  return { child, ended, lines, saying, until, printed: () => printed };
}
