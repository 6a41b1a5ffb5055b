/** Files that are sent in parts: to a client that reads slowly or leaves, as far as it reads. */
import { randomBytes } from "node:crypto";
import type { ReadStream } from "node:fs";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { send } from "../../support/browser";
import { startHttpWorld } from "../../support/http-app";
import { makeConsumer, type Person } from "../../support/people";
import { addRows } from "../../support/tables";

const { world, port } = await startHttpWorld();
const { db, storage, clock } = world.services;

/** More than the sockets' buffers hold. */
const file = Buffer.alloc(48 * 1024 * 1024, randomBytes(1024));
let beto: Person;
beforeAll(async () => {
  beto = await makeConsumer(world);
  const key = `${beto.userId}/downloads/${randomBytes(16).toString("hex")}.json`;
  const { bytes } = await storage.put(key, Readable.from([file]));
  await addRows(db, "data_exports", {
    user_id: beto.userId,
    locale: "pt",
    storage_key: key,
    requested_at: clock(),
    ready_at: clock(),
    bytes,
  });
});

const opened: ReadStream[] = [];
const open = storage.open.bind(storage);
vi.spyOn(storage, "open").mockImplementation(async (...asked) => {
  const found = await open(...asked);
  if (found) opened.push(found.body as ReadStream);
  return found;
});
afterEach(() => opened.splice(0));

/** Asks for the file, and stops reading with its first bytes. */
async function beginDownload() {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    `GET /account/data/file HTTP/1.1\r\nHost: x\r\nCookie: ${beto.cookie}\r\nConnection: close\r\n\r\n`,
  );
  const first = await new Promise<Buffer>((resolve) =>
    socket.once("data", (chunk) => {
      socket.pause();
      resolve(chunk);
    }),
  );
  const [body] = opened;
  if (!body) throw new Error(`nothing was opened: ${first}`);
  return { socket, first, body };
}

/** Waits until the server has read no more of the file during several other requests. */
async function readingStops(body: ReadStream): Promise<void> {
  for (let before = -1; before !== body.bytesRead; ) {
    before = body.bytesRead;
    for (let requests = 0; requests < 20; requests += 1) await send(port, { path: "/robots.txt" });
  }
}

test("a download is read as far as its client reads, and arrives completely", async () => {
  const { socket, first, body } = await beginDownload();
  await readingStops(body);
  expect(body.bytesRead).toBeLessThan(file.length / 2);
  let bytes = first.length;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
  const head = first.indexOf("\r\n\r\n") + 4;
  expect(bytes - head).toBe(file.length);
}, 60_000);

test("a download whose client disconnected is read no further, and its file is closed", async () => {
  const { socket, body } = await beginDownload();
  await readingStops(body);
  socket.destroy();
  await vi.waitFor(() => expect(body.destroyed).toBe(true), { timeout: 10_000 });
  expect(body.bytesRead).toBeLessThan(file.length / 2);
}, 60_000);
