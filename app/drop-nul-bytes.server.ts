import { Transform } from "node:stream";

/**
 * Returns a stream that drops the NUL bytes which React 18's renderer writes into a page: where a character of several
 * bytes does not fit in what is left of its buffer of 2,048 bytes, it writes the buffer with its unwritten end
 * (`writeStringChunk`; React 19 does not). No page contains a NUL of its own: PostgreSQL refuses it in texts, and
 * scripts' data escapes it.
 */
export function dropNulBytes(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
}
