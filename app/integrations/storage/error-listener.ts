import type { Readable } from "node:stream";

/**
 * Returns the body, with a listener for its errors. A body may fail at any moment, also before its reader listens or
 * after it has stopped, and an `error` event without a listener ends the process. Readers get the error as before.
 */
export function withErrorListener<Body extends Readable>(body: Body): Body {
  return body.on("error", () => {});
}
