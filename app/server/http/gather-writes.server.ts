import type { RequestHandler } from "express";

/** A part of a page that nothing follows for this long is sent, in milliseconds. */
const silenceMs = 5;

/** Larger parts are sent at once, in bytes: a file must not gather in memory. */
const maxGathered = 64 * 1024;

/**
 * Gathers what a handler writes, for the middleware of compression before it. React writes pages in pieces of 2 KiB,
 * and Remix flushes each: 50 KB took Brotli 8.5 ms so, and take 0.6 ms in one piece, which is smaller as well
 * (docs/decisions/0080). What a page has to wait for still arrives in parts.
 */
export const gatherWrites: RequestHandler = (_req, res, next) => {
  const write = res.write.bind(res) as (chunk: Buffer) => boolean;
  const end = res.end.bind(res) as (chunk?: Buffer) => typeof res;
  const flush = (res as { flush?: () => void }).flush?.bind(res);
  let gathered: Buffer[] = [];
  let bytes = 0;
  let silence: NodeJS.Timeout | undefined;

  function take(): Buffer {
    const all = Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
    return all;
  }
  function send(): void {
    silence = undefined;
    if (res.writableEnded || res.destroyed) return;
    if (bytes > 0) write(take());
    flush?.();
  }

  res.on("close", () => clearTimeout(silence));
  res.write = ((chunk: string | Uint8Array, encoding?: BufferEncoding) => {
    // A batch of an export is not copied: copies of large parts wait for the garbage collector.
    if (bytes === 0 && chunk.length >= maxGathered) return write(asBuffer(chunk, encoding));
    const piece = typeof chunk === "string" ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
    gathered.push(piece);
    bytes += piece.length;
    if (bytes >= maxGathered) return write(take());
    if (silence) silence.refresh();
    else silence = setTimeout(send, silenceMs);
    return true;
  }) as typeof res.write;
  res.end = ((chunk?: string | Uint8Array, encoding?: BufferEncoding) => {
    clearTimeout(silence);
    if (chunk) gathered.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
    return gathered.length > 0 ? end(take()) : end();
  }) as typeof res.end;
  (res as { flush?: () => void }).flush = undefined;
  next();
};

/** Returns the same bytes: a copy only of a text. */
function asBuffer(chunk: string | Uint8Array, encoding?: BufferEncoding): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk, encoding);
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
