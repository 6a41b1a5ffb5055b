/** A restart while people upload and visit: SHUTDOWN_SECONDS, and a socket that systemd holds meanwhile. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { registerCreator } from "../../bench/app-under-test";
import { videoHead } from "../support/form-upload";
import { makeBuild } from "../support/http-app";
import { keepVisiting, killStarted, superviseBuild } from "../support/supervised-server";
import { createTestDatabase } from "../support/test-database";
import { beginInApp } from "../support/tus-client";

const dir = mkdtempSync(join(tmpdir(), "sabia-handover-"));
await makeBuild();
const database = await createTestDatabase();
afterAll(async () => {
  killStarted();
  await database.drop();
  rmSync(dir, { recursive: true, force: true });
});
const thumbnail = readFileSync("tests/support/assets/thumb.jpg");

async function startServer(changes: Record<string, string> = {}, before?: (port: number) => string[]) {
  const variables = { DATABASE_URL: database.url, STORAGE_DIR: join(dir, "files"), ...changes };
  const server = await superviseBuild(variables, before);
  await server.until("listening");
  return server;
}

const video = Buffer.concat([videoHead, Buffer.alloc(400_000, 0x5a)]);

/** Sends half of a video to the server. */
async function sendHalf({ appUrl }: { appUrl: string }, email: string) {
  const cookie = await registerCreator(appUrl, email);
  const address = await beginInApp({ url: appUrl, cookie }, thumbnail, video.length);
  const headers = { "Tus-Resumable": "1.0.0", Cookie: cookie, Origin: appUrl };
  const sending = request(address, {
    method: "PATCH",
    agent: false,
    headers: {
      ...headers,
      "Upload-Offset": 0,
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": video.length,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sending.once("response", (res) => resolve(res.resume().statusCode ?? 0)).once("error", reject);
  });
  // Its rejection is looked at later.
  answered.catch(() => {});
  await new Promise<void>((sent) => sending.write(video.subarray(0, 200_000), () => sent()));
  const findOffset = async (url: string) =>
    (await fetch(url + new URL(address).pathname, { method: "HEAD", headers })).headers.get("Upload-Offset");
  return { sending, answered, findOffset };
}

test("an upload in progress at SIGTERM is completed, and no new one is accepted", {
  timeout: 240_000,
}, async () => {
  const server = await startServer({ SHUTDOWN_SECONDS: "120" });
  const { sending, answered } = await sendHalf(server, "ana@example.com");
  server.child.kill("SIGTERM");
  await server.until("shutting down");
  await expect
    .poll(
      () =>
        fetch(`${server.appUrl}/healthcheck`).then(
          ({ status }) => status,
          () => "refused",
        ),
      { timeout: 20_000 },
    )
    .toBe("refused");
  sending.end(video.subarray(200_000));
  expect(await answered).toBe(204);
  expect(await server.ended).toBe(0);
});

test("an upload not completed within SHUTDOWN_SECONDS is cut off, and resumes at its offset after the restart", {
  timeout: 240_000,
}, async () => {
  const first = await startServer({ SHUTDOWN_SECONDS: "2" });
  const { answered, findOffset } = await sendHalf(first, "bia@example.com");
  first.child.kill("SIGTERM");
  await expect(answered).rejects.toThrow();
  expect(await first.ended).toBe(1);
  const second = await startServer();
  const offset = Number(await findOffset(second.appUrl));
  expect(offset).toBeGreaterThanOrEqual(0);
  expect(offset).toBeLessThan(video.length);
  await second.stop();
});

test("a restart behind a socket that is handed over loses no connection", { timeout: 240_000 }, async () => {
  const server = await startServer({ WEB_CONCURRENCY: "2" }, (port) => [
    "tests/support/hold-socket.js",
    "2",
    String(port),
  ]);
  const visitors = keepVisiting(
    server,
    Array.from({ length: 6 }, () => ({ path: "/favicon.svg", agent: false })),
  );
  await visitors.untilAnswered(100);
  await server.until("listening", 2);
  const [worker] = server.saying("worker started");
  // proc_pid_stat(5): the fourth field is the parent.
  const [, supervisor] = /\) \S (\d+)/.exec(readFileSync(`/proc/${worker?.pid}/stat`, "utf8")) ?? [];
  process.kill(Number(supervisor), "SIGTERM");
  await server.until("listening", 4);
  await visitors.untilAnswered(100);
  expect(await visitors.stop()).toEqual([]);
});
