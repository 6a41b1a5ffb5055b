/** What the production process does when the server crashes, is refused or has to stop. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../dev/postgres/free-port";
import { makeBuild } from "../support/http-app";
import { createTestDatabase } from "../support/test-database";

const dir = mkdtempSync(join(tmpdir(), "sabia-supervisor-"));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

type Line = Record<string, unknown> & { msg: string };

function run(args: string[], env: NodeJS.ProcessEnv = process.env) {
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

let scripts = 0;
/** Supervises a small script instead of the server. */
function superviseScript(code: string) {
  scripts += 1;
  const file = join(dir, `worker-${scripts}.mjs`);
  writeFileSync(file, code);
  return run(["--import", "tsx", "tests/support/supervised.ts", file]);
}

const listen = (port: number) => `
  import { createServer } from "node:http";
  process.on("SIGTERM", () => process.exit(Number(process.env.END ?? 0)));
  createServer((_, res) => res.end(String(process.pid))).listen(${port}, "127.0.0.1");`;

describe("a worker", () => {
  test.each([1, 78])("that fails before it listens: the supervisor exits with its code %i", async (code) => {
    const supervised = superviseScript(`process.exit(${code})`);
    expect(await supervised.ended).toBe(code);
    expect(supervised.saying("worker started")).toHaveLength(1);
  });

  test("that exits normally ends the supervisor", async () => {
    const port = await findFreePort();
    const supervised = superviseScript(`${listen(port)} setTimeout(() => process.exit(0), 300)`);
    expect(await supervised.ended).toBe(0);
    expect(supervised.saying("worker started")).toHaveLength(1);
  });

  test("that is killed is restarted at once, and the port responds", async () => {
    const port = await findFreePort();
    const supervised = superviseScript(listen(port));
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        (answer) => answer.text(),
        () => "",
      );
    await expect.poll(ask, { timeout: 20_000 }).not.toBe("");
    const before = await ask();
    process.kill(Number(before), "SIGKILL");
    expect(await supervised.until("another worker will be started")).toMatchObject({ delayMs: 0 });
    await expect.poll(ask, { timeout: 20_000 }).not.toBe("");
    expect(await ask()).not.toBe(before);
    supervised.child.kill("SIGTERM");
    expect(await supervised.ended).toBe(0);
  });

  test("that crashes repeatedly is restarted with growing delays", async () => {
    const port = await findFreePort();
    const supervised = superviseScript(`${listen(port)} setTimeout(() => process.exit(1), 100)`);
    await supervised.until("another worker will be started", 3);
    const delays = supervised.saying("another worker will be started").map(({ delayMs }) => delayMs);
    expect(delays.slice(0, 3)).toEqual([0, 1_000, 2_000]);
    supervised.child.kill("SIGINT");
    expect(await supervised.ended).toBe(0);
  });
});

describe("the server", () => {
  async function startServer(changes: Record<string, string> = {}) {
    await makeBuild();
    const database = await createTestDatabase();
    const port = await findFreePort();
    const appUrl = `http://localhost:${port}`;
    const preload = pathToFileURL(resolve("tests/support/throw-on-signal.js")).href;
    const supervised = run(["build/supervisor.js"], {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      NODE_OPTIONS: `--import=${preload}`,
      PORT: String(port),
      APP_URL: appUrl,
      DATABASE_URL: database.url,
      SESSION_SECRET: randomBytes(24).toString("hex"),
      STRIPE_SECRET_KEY: "sk_test_0",
      STORAGE_DIR: join(dir, "files"),
      ...changes,
    });
    afterAll(async () => {
      supervised.child.kill("SIGKILL");
      await supervised.ended;
      await database.drop();
    });
    return { ...supervised, port, appUrl };
  }

  test("refused for its environment is not restarted", { timeout: 240_000 }, async () => {
    const { ended, printed, saying } = await startServer({ DATABASE_URL: "none" });
    expect(await ended).toBe(1);
    expect(printed()).toContain("DATABASE_URL");
    expect(saying("worker started")).toHaveLength(1);
  });

  test("an uncaught exception is logged, pending requests are answered, and no connection is refused", {
    timeout: 240_000,
  }, async () => {
    const server = await startServer();
    const { port, appUrl } = server;
    const first = await server.until("worker started");
    await server.until("listening");

    // A pending request: half of a form.
    const body = "intent=login&email=nobody%40example.com&password=wrong";
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => {
      answer += String(chunk);
    });
    const closed = new Promise((done) => socket.once("close", done));
    socket.write(
      `POST /consumer-login HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${appUrl}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    // The form has arrived before the exception: a later request on another connection was answered.
    expect((await fetch(`${appUrl}/healthcheck`)).status).toBe(200);

    // Meanwhile others send requests on new connections.
    let asking = true;
    const failures: unknown[] = [];
    const others = (async () => {
      for (; asking; await new Promise((next) => setTimeout(next, 20))) {
        const reply = await fetch(`${appUrl}/favicon.svg`, { headers: { Connection: "close" } }).catch(
          (error: Error) => String(error.cause),
        );
        if (!(reply instanceof Response) || reply.status !== 200)
          failures.push(
            `${reply instanceof Response ? reply.status : reply} after ${server.lines().at(-1)?.msg}`,
          );
        else await reply.arrayBuffer();
      }
    })();

    process.kill(Number(first.pid), "SIGUSR2");
    const fatal = await server.until("uncaught: the process ends");
    expect(fatal).toMatchObject({ level: 60, err: { message: "planted" } });
    expect(JSON.stringify(fatal.err)).toContain("throw-on-signal.js");
    await server.until("worker started", 2);
    await server.until("listening", 2);
    socket.write(body.slice(10));
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(await server.until("worker ended")).toMatchObject({ pid: first.pid, code: 1 });
    asking = false;
    await others;
    expect(failures.join("; ")).toBe("");
    expect((await fetch(`${appUrl}/healthcheck`)).status).toBe(200);

    // Killed, and then told to stop.
    const second = server.saying("worker started")[1];
    process.kill(Number(second?.pid), "SIGKILL");
    await server.until("listening", 3);
    expect((await fetch(`${appUrl}/healthcheck`)).status).toBe(200);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });
});
