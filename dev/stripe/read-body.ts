import type { IncomingMessage } from "node:http";

const MAX_BODY_BYTES = 256 * 1024;

/** The body as text, or undefined for one of more than 256 KiB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    // The rest is still read, or the sender would find a broken connection instead of the answer.
    if (size <= MAX_BODY_BYTES) chunks.push(bytes);
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString("utf8");
}
