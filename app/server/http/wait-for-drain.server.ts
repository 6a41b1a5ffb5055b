import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";

/**
 * Resolves when the client has received what was written, or has disconnected. Remix writes a streamed response as
 * fast as it is produced: long streams must wait, or they accumulate in memory.
 */
export function waitForDrain(res: ServerResponse): Promise<void> {
  if (!res.writableNeedDrain || res.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      res.off("drain", done);
      res.off("close", done);
      resolve();
    };
    // Not `res.on`, which the middleware of compression redirects to its own stream.
    EventEmitter.prototype.on.call(res, "drain", done);
    res.on("close", done);
  });
}
