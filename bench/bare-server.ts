/** Minimal servers: `pages` repeats bytes, `upload` streams by busboy, `range` is express with `send`. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { createServer, get, type RequestListener } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import express from "express";
import send from "send";
import { listen } from "../dev/local-server/http";

const [kind = "", ...words] = process.argv.slice(2);

const kinds: Record<string, () => RequestListener | Promise<RequestListener>> = {
  pages: sendPages,
  upload: storeUploads,
  range: sendRanges,
};

async function sendPages(): Promise<RequestListener> {
  const [origin = "", ...paths] = words;
  const answers = new Map<string, { head: string[]; body: Buffer }>();
  for (const path of paths)
    for (const encoding of ["identity", "br"]) {
      // Undecoded, as the app sent it.
      const answer = await new Promise<{ head: string[]; body: Buffer }>((resolve, reject) => {
        get(`${origin}${path}`, { headers: { "Accept-Encoding": encoding } }, (response) => {
          const chunks: Buffer[] = [];
          const head = Object.entries(response.headers).flatMap(([name, value]) =>
            ["date", "connection", "keep-alive"].includes(name) ? [] : [name, String(value)],
          );
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => resolve({ head, body: Buffer.concat(chunks) }));
        }).on("error", reject);
      });
      answers.set(`${encoding} ${path}`, answer);
    }
  return (req, res) => {
    const answer = answers.get(`${req.headers["accept-encoding"]} ${req.url}`);
    if (answer) res.writeHead(200, answer.head).end(answer.body);
    else res.writeHead(404).end();
  };
}

/** Streamed to a temporary file, synced and renamed, as the store does. */
function storeUploads(): RequestListener {
  const [dir = ""] = words;
  const store = async (body: NodeJS.ReadableStream, field: string) => {
    const temporary = join(dir, randomUUID());
    await pipeline(body, createWriteStream(temporary));
    const file = await open(temporary, "r+");
    await file.datasync();
    await file.close();
    await rename(temporary, join(dir, field));
  };
  return async (request, response) => {
    const files: Promise<void>[] = [];
    const form = busboy({ headers: request.headers });
    form.on("file", (field, body) => void files.push(store(body, field)));
    await pipeline(request, form);
    await Promise.all(files);
    response.writeHead(303, { Location: "/" }).end();
  };
}

function sendRanges(): RequestListener {
  const [dir = ""] = words;
  const app = express();
  app.use((request, response) => void send(request, request.path, { root: dir }).pipe(response));
  return app;
}

const server = createServer(await kinds[kind]?.());
server.requestTimeout = 0;
console.log(`http://127.0.0.1:${await listen(server, 0, "The bare server")}`);
