import { randomBytes } from "node:crypto";
import { createServer, get, type IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import { createBrotliDecompress } from "node:zlib";
import { writeReadableStreamToWritable } from "@remix-run/node";
import compression from "compression";
import express from "express";
import { afterAll, expect, test } from "vitest";
import { streamToClient } from "~/platform/client-stream.server";
import { waitForDrain } from "~/server/http/connection-limits.server";
import { listen } from "../support/listen";

const parts = 800;
const part = randomBytes(64 * 1024);
let read = 0;
async function* makeParts() {
  for (read = 0; read < parts; read += 1) yield part;
}

const app = express();
app.use(compression());
app.get("/", (_req, res) => {
  res.type("text");
  const { signal } = new AbortController();
  const body = streamToClient(makeParts(), { waitForDrain: () => waitForDrain(res), signal });
  void writeReadableStreamToWritable(body, res);
});
const server = createServer(app);
const port = await listen(server);
afterAll(() => void server.close());

test.each(["br", "identity"])(
  "a body is read as far as its client reads: %s",
  async (encoding) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, agent: false, headers: { "Accept-Encoding": encoding } }, resolve).on("error", reject);
    });
    expect(answer.headers["content-encoding"] ?? "identity").toBe(encoding);
    for (let still = 0, before = -1; still < 2_000; before = read) {
      still = read === before ? still + 1 : 0;
      await setImmediate();
    }
    if (encoding === "identity") expect(read).toBeLessThan(parts / 2);
    let bytes = 0;
    const body = encoding === "br" ? answer.pipe(createBrotliDecompress()) : answer;
    for await (const chunk of body) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(parts * part.length);
  },
  60_000,
);
