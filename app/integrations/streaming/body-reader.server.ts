import type { Readable } from "node:stream";

/** Reads a body that must have an exact length, and remembers whether a failure was the body's own. */
export interface BodyReader {
  /** Gives what came, or undefined at the end. @throws what the body failed with; RangeError for a wrong length */
  next(): Promise<Buffer | undefined>;
  /** Fills the rest of a buffer from `start`; gives how many bytes it then holds, fewer only at the body's end. */
  fill(buffer: Buffer, start: number): Promise<number>;
  /** What reading failed with, or undefined. */
  failure(): { error: unknown } | undefined;
}

/** `bytes` is the length that was promised: one byte more or less is a failure of the body, told before the end is sent. */
export function createBodyReader(body: Readable, bytes: number): BodyReader {
  const chunks = body[Symbol.asyncIterator]();
  let failed: { error: unknown } | undefined;
  let left = bytes;
  let rest: Buffer | undefined;

  async function next(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await chunks.next();
      if (done && left > 0) throw new RangeError(`the body is ${left} bytes shorter than the ${bytes} said`);
      if (done) return undefined;
      const chunk = Buffer.isBuffer(value) ? value : Buffer.from(value);
      left -= chunk.length;
      if (left < 0) throw new RangeError(`the body is longer than the ${bytes} bytes said`);
      return chunk;
    } catch (error) {
      failed = { error };
      throw error;
    }
  }

  return {
    next,
    async fill(buffer, start) {
      let filled = start;
      while (filled < buffer.length) {
        rest ??= await next();
        if (!rest) break;
        const copied = rest.copy(buffer, filled);
        filled += copied;
        rest = copied < rest.length ? rest.subarray(copied) : undefined;
      }
      // All that was promised is here: only the end may follow.
      if (left === 0 && !rest) rest = await next();
      return filled;
    },
    failure: () => failed,
  };
}
