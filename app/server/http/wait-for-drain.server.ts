import type { ServerResponse } from "node:http";

/**
 * Waits until the client has taken what was written to it, or has gone. Remix writes a streamed answer as fast as it is
 * made: what streams without end has to ask, or it piles up in memory before a slow client.
 */
export function untilTaken(res: ServerResponse): Promise<void> {
  if (!res.writableNeedDrain || res.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      res.off("drain", done);
      res.off("close", done);
      resolve();
    };
    res.on("drain", done);
    res.on("close", done);
  });
}
