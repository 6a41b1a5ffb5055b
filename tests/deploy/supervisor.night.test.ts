/** What the production process does when the server crashes, is refused or has to stop. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../dev/postgres/free-port";
import { onServer } from "../../dev/postgres/on-server";
import { openConnection } from "../support/browser";
import { bundleScripts } from "../support/bundle";
import { makeBuild } from "../support/http-app";
import { keepVisiting, killStarted, run, superviseBuild } from "../support/supervised-server";
import { createTestDatabase } from "../support/test-database";

const dir = mkdtempSync(join(tmpdir(), "sabia-supervisor-"));
afterAll(() => {
  killStarted();
  rmSync(dir, { recursive: true, force: true });
});

const supervisorSource = "tests/support/supervised.ts";
const metricsSource = "app/platform/metrics.server.ts";
const sendingSource = "app/server/metrics/worker-metrics.server.ts";
const bundled = await bundleScripts(supervisorSource, metricsSource, sendingSource);

let scripts = 0;
/** Supervises a small script instead of the server. */
function superviseScript(code: string, options: number | { count: number; metricsPort: number } = 1) {
  const { count, metricsPort } = typeof options === "number" ? { count: options, metricsPort: 0 } : options;
  scripts += 1;
  const file = join(dir, `worker-${scripts}.mjs`);
  writeFileSync(file, code);
  return run([bundled[supervisorSource], file, String(count), String(metricsPort)]);
}

const listen = (port: number) => `
  import { createServer } from "node:http";
  process.on("SIGTERM", () => process.exit(0));
  createServer((_, res) => res.end(String(process.pid))).listen(${port}, "127.0.0.1");`;
const ask = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    (answer) => answer.text(),
    () => "",
  );

describe("a worker", () => {
  test.each([1, 78])("that fails before it listens ends the supervisor with its code %i", async (code) => {
    const supervised = superviseScript(`process.exit(${code})`);
    expect(await supervised.ended).toBe(code);
    expect(supervised.saying("worker started")).toHaveLength(1);
  });

  test("that is killed is restarted at once, and the port responds", async () => {
    const port = await findFreePort();
    const supervised = superviseScript(listen(port));
    const answers = () => expect.poll(() => ask(port), { timeout: 20_000 }).not.toBe("");
    await answers();
    const before = await ask(port);
    process.kill(Number(before), "SIGKILL");
    expect(await supervised.until("another worker will be started")).toMatchObject({ delayMs: 0 });
    await answers();
    expect(await ask(port)).not.toBe(before);
    await supervised.stop();
  });

  test("that crashes repeatedly is restarted with growing delays", async () => {
    const port = await findFreePort();
    const supervised = superviseScript(`${listen(port)} setTimeout(() => process.exit(1), 100)`);
    await supervised.until("another worker will be started", 3);
    const delays = supervised.saying("another worker will be started").map(({ delayMs }) => delayMs);
    expect(delays.slice(0, 3)).toEqual([0, 1_000, 2_000]);
    await supervised.stop("SIGINT");
  });
});

describe("several workers", () => {
  const pidsOf = ({ saying }: ReturnType<typeof run>) =>
    saying("worker started").map(({ pid }) => Number(pid));
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test("start after the first one listens; a killed one is replaced and the other stays", async () => {
    const port = await findFreePort();
    const supervised = superviseScript(
      `${listen(port)} setTimeout(() => console.log(JSON.stringify({ msg: "number " + process.env.SABIA_WORKER })), 50);`,
      2,
    );
    await supervised.until("worker started", 2);
    await supervised.until("number 0");
    await supervised.until("number 1");
    const [first = 0, second = 0] = pidsOf(supervised);
    process.kill(second, "SIGKILL");
    await supervised.until("worker started", 3);
    await supervised.until("number 1", 2);
    expect(isAlive(first)).toBe(true);
    await supervised.stop();
  });

  const beating = (port: number) => `
    const beat = () => process.send("alive");
    beat();
    setInterval(beat, 200);
    ${listen(port)}`;
  /** On a connection of its own. */
  const askPid = (port: number) =>
    new Promise<string>((resolve, reject) => {
      get({ host: "127.0.0.1", port, agent: false }, (res) => {
        let text = "";
        res.on("data", (chunk) => {
          text += String(chunk);
        });
        res.once("end", () => resolve(text)).once("error", reject);
      }).once("error", reject);
    });
  /** Waits until both workers answer. */
  async function findBoth(port: number): Promise<[string, string]> {
    const found = new Set<string>();
    await expect
      .poll(async () => found.add(await askPid(port).catch(() => "")).size - (found.has("") ? 1 : 0), {
        timeout: 20_000,
      })
      .toBe(2);
    const [first = "", second = ""] = [...found].filter((pid) => pid !== "");
    return [first, second];
  }

  test("that are killed before they accept a connection lose none: another one answers it", async () => {
    const port = await findFreePort();
    const supervised = superviseScript(beating(port), 2);
    const [stopped] = await findBoth(port);
    // It accepts nothing any more; the supervisor has handed it a connection.
    process.kill(Number(stopped), "SIGSTOP");
    const asked = Array.from({ length: 6 }, () => askPid(port));
    await Promise.any(asked);
    process.kill(Number(stopped), "SIGKILL");
    const answers = await Promise.all(asked);
    expect(answers).toHaveLength(6);
    expect(answers).not.toContain(stopped);
    await supervised.until("worker ended");
    await supervised.stop();
  });

  test("that hang are killed and replaced, and their requests are answered", {
    timeout: 120_000,
  }, async () => {
    const port = await findFreePort();
    const supervised = superviseScript(beating(port), 2);
    const [stopped] = await findBoth(port);
    process.kill(Number(stopped), "SIGSTOP");
    const asked = Array.from({ length: 6 }, () => askPid(port));
    expect(await supervised.until("a worker hangs: it is killed")).toMatchObject({ pid: Number(stopped) });
    expect(await Promise.all(asked)).not.toContain(stopped);
    await supervised.until("worker started", 3);
    expect(await findBoth(port)).not.toContain(stopped);
    await supervised.stop();
  });

  test("stay when their replacement fails on SIGHUP", async () => {
    const port = await findFreePort();
    const broken = join(dir, "broken");
    const supervised = superviseScript(
      `import { existsSync } from "node:fs"; if (existsSync(${JSON.stringify(broken)})) process.exit(1); ${listen(port)} console.log(JSON.stringify({ msg: "begun" }));`,
      2,
    );
    await supervised.until("begun", 2);
    // The supervisor's own lines may come after those of its workers.
    await supervised.until("worker started", 2);
    const [first = 0, second = 0] = pidsOf(supervised);
    await expect.poll(() => ask(port)).not.toBe("");
    writeFileSync(broken, "");
    supervised.child.kill("SIGHUP");
    await supervised.until("a replacement did not start: the other workers stay");
    expect([first, second].map(isAlive)).toEqual([true, true]);
    expect(await ask(port)).not.toBe("");
    rmSync(broken);
    supervised.child.kill("SIGHUP");
    await supervised.until("the workers were replaced");
    await expect.poll(() => [first, second].map(isAlive), { timeout: 20_000 }).toEqual([false, false]);
    await supervised.stop();
  });
});

describe("the server", () => {
  async function startServer(changes: Record<string, string> = {}) {
    await makeBuild();
    const database = await createTestDatabase();
    const preload = pathToFileURL(resolve("tests/support/throw-on-signal.js")).href;
    const supervised = await superviseBuild({
      NODE_OPTIONS: `--import=${preload}`,
      DATABASE_URL: database.url,
      STORAGE_DIR: join(dir, "files"),
      ...changes,
    });
    afterAll(async () => {
      supervised.child.kill("SIGKILL");
      await supervised.ended;
      await database.drop();
    });
    return { ...supervised, database };
  }

  test("is reachable only by loopback behind a declared proxy", { timeout: 240_000 }, async () => {
    const server = await startServer({ TRUSTED_PROXY_HOPS: "1" });
    expect(await server.until("listening")).toMatchObject({ host: "127.0.0.1" });
    const reach = (host: string) =>
      fetch(`http://${host}:${server.port}/favicon.svg`).then(
        ({ status }) => status,
        (error: Error) => (error.cause as { code?: string }).code,
      );
    expect(await reach("127.0.0.1")).toBe(200);
    // An address of this machine on which a server listens that listens on every interface.
    expect(await reach("127.0.0.2")).toBe("ECONNREFUSED");
    await server.stop();
  });

  test("logs an uncaught exception, answers pending requests and refuses no connection", {
    timeout: 240_000,
  }, async () => {
    const server = await startServer();
    const { port, appUrl } = server;
    const first = await server.until("worker started");
    await server.until("listening");

    // A pending request: half of a form.
    const body = "intent=login&email=nobody%40example.com&password=wrong";
    const { socket, answer } = openConnection(port);
    socket.write(
      `POST /consumer-login HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${appUrl}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    // The form has arrived before the exception: a later request on another connection was answered.
    expect((await fetch(`${appUrl}/healthcheck`)).status).toBe(200);

    const others = keepVisiting(server, [{ path: "/favicon.svg", agent: false }]);
    process.kill(Number(first.pid), "SIGUSR2");
    const fatal = await server.until("uncaught: the process ends");
    expect(fatal).toMatchObject({ level: 60, err: { message: "planted" } });
    expect(JSON.stringify(fatal.err)).toContain("throw-on-signal.js");
    await server.until("worker started", 2);
    await server.until("listening", 2);
    socket.write(body.slice(10));
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(await server.until("worker ended")).toMatchObject({ pid: first.pid, code: 1 });
    expect(await others.stop()).toEqual([]);
    expect((await fetch(`${appUrl}/healthcheck`)).status).toBe(200);

    // Killed, and then asked to stop.
    const second = server.saying("worker started")[1];
    process.kill(Number(second?.pid), "SIGKILL");
    await server.until("listening", 3);
    expect((await fetch(`${appUrl}/healthcheck`)).status).toBe(200);
    await server.stop();
  });

  test("in two processes runs jobs in one of them, answers one scrape for both and drops no request in a rolling restart", {
    timeout: 240_000,
  }, async () => {
    const metricsPort = await findFreePort();
    const server = await startServer({ WEB_CONCURRENCY: "2", METRICS_PORT: String(metricsPort) });
    await server.until("listening", 2);
    const [first, second] = server.saying("worker started").map(({ pid }) => Number(pid));
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const visitors = keepVisiting(
      server,
      Array.from({ length: 8 }, (_, at) => ({
        path: at % 4 === 0 ? "/marketplace" : "/favicon.svg",
        agent: at % 2 === 0 && agent,
      })),
    );
    await visitors.untilAnswered(50);

    // The runners of jobs are all of the first process.
    const runners = () =>
      onServer(
        server.database.ownerUrl,
        async (client) => (await client.query("SELECT id FROM job_runners")).rowCount,
      );
    await expect.poll(runners, { timeout: 30_000 }).toBe(3);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const number of [0, 1]) {
      expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_p99_seconds\\{process="${number}"\\}`, "m"));
    }
    expect(text).toContain('sabia_workers{state="answering"} 2\n');
    expect(text.match(/^sabia_jobs\{.*state="ready"/gm)).toHaveLength(1);

    server.child.kill("SIGHUP");
    await server.until("the workers were replaced");
    await server.until("worker ended", 2);
    await visitors.untilAnswered(50);
    expect(await visitors.stop()).toEqual([]);
    agent.destroy();
    expect(server.saying("worker ended").map(({ pid, code }) => [pid, code])).toEqual([
      [first, 0],
      [second, 0],
    ]);
    await expect.poll(runners, { timeout: 30_000 }).toBe(3);
    await server.stop();
  });
});
