import { randomBytes } from "node:crypto";

/** One part of a form: a text field, or a file if it has a file name. */
export interface Part {
  name: string;
  content: string | Uint8Array;
  /** Written into the header unescaped, because tests use hostile names. */
  fileName?: string;
  type?: string;
}

/** The text fields of a form. */
export function fieldParts(fields: Record<string, string>): Part[] {
  return Object.entries(fields).map(([name, content]) => ({ name, content }));
}

const encoder = new TextEncoder();

export function makeBoundary(): string {
  return `----sabia${randomBytes(12).toString("hex")}`;
}

/** The head of a part (RFC 7578). */
export function partHead(part: Omit<Part, "content">, boundary: string): string {
  const file = part.fileName === undefined ? "" : `; filename="${part.fileName}"`;
  const type =
    part.fileName === undefined ? "" : `Content-Type: ${part.type ?? "application/octet-stream"}\r\n`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${file}\r\n${type}\r\n`;
}

export function formEnd(boundary: string): string {
  return `--${boundary}--\r\n`;
}

export function multipartBody(parts: Part[], boundary: string): Uint8Array {
  const pieces = parts.flatMap((part) => [
    encoder.encode(partHead(part, boundary)),
    typeof part.content === "string" ? encoder.encode(part.content) : part.content,
    encoder.encode("\r\n"),
  ]);
  return Buffer.concat([...pieces, encoder.encode(formEnd(boundary))]);
}

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A request whose body streams in, chunk by chunk. */
export function streamedRequest(
  url: string,
  chunks: Chunks,
  { boundary, headers, signal }: { boundary: string; headers?: Record<string, string>; signal?: AbortSignal },
): Request {
  return new Request(url, {
    method: "POST",
    body: toStream(chunks),
    // Node requires it with a stream; the type lacks it.
    duplex: "half",
    signal,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}`, ...headers },
  });
}

/** A stream that requests the next chunk on demand. */
function toStream(chunks: Chunks): ReadableStream<Uint8Array> {
  const iterator =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      // Cuts at once, as a socket does: a waiting generator would never end (Node 24 waits for it).
      void iterator.return?.();
    },
  });
}

export function* inChunks(body: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
