import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import compression from "compression";
import express, { type Response } from "express";
import { afterAll, expect, test } from "vitest";
import { gatherWrites } from "~/server/http/gather-writes.server";

const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
let handle: (res: Response) => void = () => {};
const app = express();
app.use(compression({ brotli: { params } }));
app.use(gatherWrites);
app.get("/", (_req, res) => {
  res.type("html");
  handle(res);
});
const server = createServer(app);
await new Promise<void>((ready) => server.listen(0, ready));
afterAll(() => void server.close());

function ask(onData: (chunk: Buffer) => void = () => {}): Promise<Buffer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = get({ port, headers: { "Accept-Encoding": "br" } }, (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        onData(chunk);
      });
      answer.on("end", () => resolve(Buffer.concat(chunks)));
    });
    request.on("error", reject);
  });
}

/** As Remix writes a page: each piece is flushed. */
function writePiece(res: Response, piece: string): void {
  res.write(Buffer.from(piece));
  (res as { flush?: () => void }).flush?.();
}

const pieces = Array.from({ length: 20 }, (_, n) => `<li>${n} ${"Violão para iniciantes. ".repeat(60)}</li>`);

test("consecutive chunks are compressed as one", async () => {
  handle = (res) => {
    for (const piece of pieces) writePiece(res, piece);
    res.end();
  };
  const body = await ask();
  expect(brotliDecompressSync(body).toString()).toBe(pieces.join(""));
  expect(body.length).toBe(brotliCompressSync(pieces.join(""), { params }).length);
});

test("a delayed part arrives after the others", async () => {
  let arrived = () => {};
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  handle = async (res) => {
    writePiece(res, "<p>first</p>");
    await first;
    res.end("<p>second</p>");
  };
  expect(brotliDecompressSync(await ask(arrived)).toString()).toBe("<p>first</p><p>second</p>");
});

test("a long body is forwarded while it is written", async () => {
  const part = Buffer.alloc(40 * 1024, "a");
  let received = 0;
  handle = async (res) => {
    for (let n = 0; n < 50; n += 1) {
      res.write(part);
      await wait(0);
    }
    res.end();
  };
  const body = await ask((chunk) => {
    received += chunk.length;
  });
  expect(brotliDecompressSync(body).length).toBe(50 * part.length);
  expect(received).toBe(body.length);
});
