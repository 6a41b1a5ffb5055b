/** Uploads that are under way while the workers are replaced. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startMortalServer } from "../features/studio/uploads/server-process";
import { makeVideo } from "../features/studio/uploads/test-file";
import { mustBegin, offsetOf, patch, patchHeaders } from "../features/studio/uploads/tus";
import { makeBoundary, multipartBody } from "../support/multipart";
import { signIn } from "../support/people";
import { addCreator } from "../support/rows";
import { startTestWorld } from "../support/test-services";
import { textParts, thumbnailPart, videoPart } from "../support/upload";

const dir = mkdtempSync(join(tmpdir(), "sabia-rolling-"));

test("uploads finish on the former worker or resume on the new one, and a stop does not wait for them", {
  timeout: 240_000,
}, async ({ onTestFinished }) => {
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const world = await startTestWorld();
  const logFile = join(dir, "log");
  const server = await startMortalServer(
    world,
    { LOG_LEVEL: "info" },
    { serverFile: "build/supervisor.js", logFile },
  );
  const saying = (message: string) =>
    readFileSync(logFile, "utf8")
      .split("\n")
      .filter((line) => line.includes(`"msg":"${message}"`)).length;
  const until = (message: string, count: number) =>
    vi.waitUntil(() => saying(message) >= count, { timeout: 60_000, interval: 50 });
  const userId = await addCreator(world.services.db);
  const sender = { ...server, cookie: await signIn(world, userId) };

  /** Sends half a body. Returns what sends the rest, and the status or the error. */
  function sendHalf(method: string, path: string, headers: Record<string, string>, body: Uint8Array) {
    const half = Math.floor(body.length / 2);
    const sent = request({
      host: "localhost",
      port: server.port,
      agent: false,
      method,
      path,
      headers: {
        Origin: server.origin,
        "Sec-Fetch-Site": "same-origin",
        Cookie: sender.cookie,
        "Content-Length": body.length,
        ...headers,
      },
    });
    const status = new Promise<number | string>((resolve) => {
      sent.on("response", (res) => resolve(res.resume().statusCode ?? 0));
      sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    const begun = new Promise<void>((resolve) => sent.write(body.subarray(0, half), () => resolve()));
    return { begun, status, sendRest: () => sent.end(body.subarray(half)) };
  }
  const sendForm = () => {
    const boundary = makeBoundary();
    const body = multipartBody([...textParts(), thumbnailPart(), videoPart(makeVideo(400_000))], boundary);
    return sendHalf(
      "POST",
      "/creator/upload",
      { "Content-Type": `multipart/form-data; boundary=${boundary}` },
      body,
    );
  };

  const file = makeVideo(2_000_000);
  const id = await mustBegin(sender, file);
  const form = sendForm();
  const piece = sendHalf(
    "PATCH",
    `/creator/uploads/${id}`,
    { "Tus-Resumable": "1.0.0", ...patchHeaders(0) },
    file.subarray(0, 1_000_000),
  );
  await Promise.all([form.begun, piece.begun]);
  // A later request on another connection was answered: what was sent before has arrived.
  await offsetOf(sender, await mustBegin(sender, file));

  process.kill(server.pid(), "SIGHUP");
  await until("the workers were replaced", 1);
  form.sendRest();
  piece.sendRest();
  expect(await form.status).toBe(303);
  expect(await piece.status).toBe(204);
  await until("worker ended", 1);
  // The rest goes to the new worker.
  expect(await offsetOf(sender, id)).toBe(1_000_000);
  expect((await patch(sender, id, 1_000_000, file.subarray(1_000_000))).status).toBe(204);
  const published = await world.services.db
    .selectFrom("videos")
    .select("id")
    .where("published_at", "is not", null)
    .execute();
  expect(published).toHaveLength(2);

  // The machine stops: a replaced worker that still takes a form ends within seconds, and the browser notices.
  const late = sendForm();
  await late.begun;
  await offsetOf(sender, id);
  process.kill(server.pid(), "SIGHUP");
  await until("the workers were replaced", 2);
  expect(saying("worker ended")).toBe(1);
  await server.stop();
  expect(await late.status).toMatch(/ECONNRESET|socket hang up/);
});
