import type { Readable } from "node:stream";

/**
 * Cuts a body into pieces of exactly so many bytes, the last one aside; the first may have a size of its own.
 * A failing body still yields the bytes before the failure, then throws its error. The next piece is read on request.
 * Destroys the body when its reader stops early.
 */
export async function* cutInPieces(body: Readable, size: number, firstSize = size): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let failure: { error: unknown } | undefined;
  const nextChunk = async (): Promise<Buffer | undefined> => {
    try {
      const { value, done } = await chunks.next();
      return done ? undefined : Buffer.isBuffer(value) ? value : Buffer.from(value);
    } catch (error) {
      failure = { error };
      return undefined;
    }
  };

  let piece: Buffer | undefined;
  let filled = 0;
  let wanted = firstSize;
  try {
    for (let chunk = await nextChunk(); chunk; chunk = await nextChunk()) {
      for (let taken = 0; taken < chunk.length; ) {
        piece ??= Buffer.allocUnsafeSlow(wanted);
        const copied = chunk.copy(piece, filled, taken);
        taken += copied;
        filled += copied;
        if (filled < wanted) continue;
        yield piece;
        piece = undefined;
        filled = 0;
        wanted = size;
      }
    }
    if (piece) yield piece.subarray(0, filled);
    if (failure) throw failure.error;
  } finally {
    body.destroy();
  }
}
