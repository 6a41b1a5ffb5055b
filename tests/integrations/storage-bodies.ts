import { createHash } from "node:crypto";
import { Readable } from "node:stream";

export const MiB = 1024 * 1024;

/** Returns bytes that differ by position, so that a shifted or repeated piece is detected. */
export function bytesOf(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let i = 0, state = 1; i < length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A body in pieces of 64 KiB, as an upload arrives. */
export function bodyOf(bytes: Buffer): Readable {
  return Readable.from(piecesOf(bytes), { objectMode: false });
}

/** A body that gives the bytes and then does nothing more, as from a browser that lost its network. */
export const stalledBody = (bytes: Buffer) => unfinishedBody(bytes);

/** A body that gives the bytes and then fails. */
export const failingBody = (bytes: Buffer, error: Error) => unfinishedBody(bytes, error);

function unfinishedBody(bytes: Buffer, error?: Error): Readable {
  const pieces = piecesOf(bytes);
  return new Readable({
    read() {
      const { value, done } = pieces.next();
      if (!done) this.push(value);
      else if (error) this.destroy(error);
    },
  });
}

function* piecesOf(bytes: Buffer): Generator<Buffer, undefined> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

export async function readAll(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
