import type { IncomingMessage } from "node:http";

const MAX_BODY_BYTES = 256 * 1024;

/** A file of 5 MB and one byte, with the rest of its form. */
const MAX_UPLOAD_BYTES = 6 * 1024 * 1024;

/** Undefined for a body of more than 256 KiB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  return (await readBytes(request, MAX_BODY_BYTES))?.toString("utf8");
}

/** Undefined for a body of more than 6 MiB. */
export async function readUploadBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return readBytes(request, MAX_UPLOAD_BYTES);
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    // The rest is still read, or the sender would find a broken connection instead of the answer.
    if (size <= maxBytes) chunks.push(bytes);
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}
