/** Unhandled failures must not end the process. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { makeWorkbook } from "~/features/base/documents/sheet-files.server";
import { runProgram } from "~/integrations/conversion/run-program.server";
import { createDiskStorage } from "~/integrations/storage/disk.server";
import { forwardRejections } from "~/platform/http";
import { createLog, writeTo } from "~/platform/log.server";
import { capConnections } from "~/server/http/connection-limits.server";
import { listen } from "../support/listen";
import { collectUncaught } from "../support/uncaught";

const takeUncaught = collectUncaught();
const dir = mkdtempSync(join(tmpdir(), "sabia-uncaught-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("a stored file that fails before it is read does not end the process", async () => {
  const storage = createDiskStorage({ dir, secrets: ["x".repeat(32)], clock: () => new Date() });
  const key = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos/a.mp4";
  await storage.put(key, Readable.from([Buffer.alloc(1_000)]));
  const enough = new AbortController();
  const found = await storage.open(key, { signal: enough.signal });
  enough.abort();
  expect(await takeUncaught()).toEqual([]);
  expect(found?.body.destroyed).toBe(true);
});

test("a throwing listener of a program's lines fails the run only", async () => {
  const programs = { ffmpeg: "/bin/echo", ffprobe: "/bin/echo", setpriv: undefined };
  const run = runProgram(programs, {
    program: "ffmpeg",
    args: ["a line"],
    folder: dir,
    signal: new AbortController().signal,
    limit: 10_000,
    onLine: () => {
      throw new Error("planted");
    },
  });
  await expect(run).rejects.toThrow();
  expect(await takeUncaught()).toEqual([]);
});

test("a workbook thread that fails after its response does not end the process", async () => {
  const worker = join(dir, "thread.mjs");
  writeFileSync(
    worker,
    `import { parentPort } from "node:worker_threads";
     parentPort.postMessage(new Uint8Array(1));
     throw new Error("planted");`,
  );
  for (let round = 0; round < 5; round++) {
    await makeWorkbook(pathToFileURL(worker), {
      sheet: { sheet: "a", columns: [] } as never,
      batches: (async function* () {})(),
      signal: new AbortController().signal,
    }).catch(() => {});
    expect(await takeUncaught()).toEqual([]);
  }
});

test.runIf(existsSync("/dev/full"))("a log on a full disk does not end the process", async () => {
  const log = createLog("info", writeTo("/dev/full"));
  for (let line = 0; line < 3; line++) log.info("lost");
  expect(await takeUncaught()).toEqual([]);
});

test("forwardRejections passes an Express handler's rejection to the error handler", async () => {
  const failure = new Error("planted");
  const passed = new Promise((next) => {
    forwardRejections(() => Promise.reject(failure))({} as never, {} as never, next);
  });
  expect(await passed).toBe(failure);
  expect(await takeUncaught()).toEqual([]);
});

test("connections of one address beyond the maximum are closed, and closed ones no longer count", async () => {
  const warned: unknown[] = [];
  const server = createServer((socket) => socket.on("error", () => {}).resume());
  capConnections(server, {
    log: { warn: (facts: unknown) => warned.push(facts) } as never,
    isProxy: () => false,
    max: 3,
  });
  const port = await listen(server);
  const open = () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    return { socket, closed: new Promise<true>((done) => socket.once("close", () => done(true))) };
  };
  const first = [open(), open(), open()];
  await Promise.all(first.map(({ socket }) => new Promise((done) => socket.once("connect", done))));
  const beyond = [open(), open()];
  expect(await Promise.all(beyond.map(({ closed }) => closed))).toEqual([true, true]);
  expect(warned).toEqual([{ address: "127.0.0.1", max: 3 }]);
  expect(first.every(({ socket }) => !socket.destroyed)).toBe(true);
  first[0]?.socket.destroy();
  await expect.poll(() => new Promise((count) => server.getConnections((_, open) => count(open)))).toBe(2);
  const next = open();
  await new Promise((done) => next.socket.once("connect", done));
  expect(await Promise.race([next.closed, new Promise((done) => setTimeout(done, 100, "open"))])).toBe(
    "open",
  );
  for (const { socket } of [...first, next]) socket.destroy();
  await new Promise((done) => server.close(done));
});
