/**
 * The minimal cost of an upload: node http and busboy, each file streamed to a temporary file, synced and renamed, as
 * the store does. In the folder BENCH_DIR.
 */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { listen } from "./listen";

const dir = process.env.BENCH_DIR ?? "";

listen(async (request, response) => {
  const files: Promise<void>[] = [];
  const form = busboy({ headers: request.headers });
  form.on("file", (field, body) => {
    files.push(keep(body, field));
  });
  await pipeline(request, form);
  await Promise.all(files);
  response.writeHead(303, { Location: "/" }).end();
});

async function keep(body: NodeJS.ReadableStream, field: string): Promise<void> {
  const temporary = join(dir, randomUUID());
  await pipeline(body, createWriteStream(temporary));
  const file = await open(temporary, "r+");
  await file.datasync();
  await file.close();
  await rename(temporary, join(dir, field));
}
