import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { type Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import { findFreePort } from "../../dev/postgres/free-port";

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
  /** Asks it to stop, which it does without a failure. */
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    expect(await ended).toBe(0);
  };
  return { child, ended, lines, saying, until, stop, printed: () => printed };
}

const secret = randomBytes(24).toString("hex");

/** Runs the built server under its supervisor. `before`: what Node runs, which then runs the supervisor. */
export async function superviseBuild(
  variables: { DATABASE_URL: string; STORAGE_DIR: string } & Record<string, string>,
  before: (port: number) => string[] = () => [],
) {
  const port = await findFreePort();
  const appUrl = `http://localhost:${port}`;
  const server = run([...before(port), "build/supervisor.js"], {
    PATH: process.env.PATH,
    NODE_ENV: "test",
    PORT: String(port),
    APP_URL: appUrl,
    SESSION_SECRET: secret,
    STRIPE_SECRET_KEY: "sk_test_0",
    ...variables,
  });
  return { ...server, appUrl, port };
}

interface Visitor {
  path: string;
  /** False: a new connection for each request. */
  agent: Agent | false;
}

/** Visitors who send one request after the other until `stop`, which returns what failed. */
export function keepVisiting(
  { appUrl, lines }: Pick<Awaited<ReturnType<typeof superviseBuild>>, "appUrl" | "lines">,
  visitors: Visitor[],
) {
  const failures: string[] = [];
  let answered = 0;
  let visiting = true;
  const visit = ({ path, agent }: Visitor) =>
    new Promise<void>((done) => {
      const fail = (why: unknown) => {
        failures.push(`${path}: ${why} after ${lines().at(-1)?.msg}`);
        done();
      };
      get(`${appUrl}${path}`, { agent }, (res) => {
        if (res.statusCode !== 200) fail(res.statusCode);
        res.resume().once("end", () => {
          answered += 1;
          done();
        });
      }).once("error", fail);
    });
  const visits = Promise.all(
    visitors.map(async (visitor) => {
      for (; visiting; await sleep(10)) await visit(visitor);
    }),
  );
  return {
    async untilAnswered(more: number) {
      const before = answered;
      await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(before + more);
    },
    async stop() {
      visiting = false;
      await visits;
      return failures;
    },
  };
}
