import { connect, createServer, type Socket } from "node:net";
import { findFreePort } from "../dev/postgres/free-port";

export interface DelayedLine {
  /** Returns the database's URL through the proxy. */
  through(databaseUrl: string): string;
  close(): Promise<void>;
}

/**
 * Opens a TCP proxy to the server of `databaseUrl`, `roundTripMs` away: what is sent arrives after half of that, in
 * its order.
 */
export async function openDelayedLine(databaseUrl: string, roundTripMs: number): Promise<DelayedLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        setTimeout(() => to.destroy(), roundTripMs / 2);
      });
      from.on("data", (chunk) => setTimeout(() => to.writable && to.write(chunk), roundTripMs / 2));
    }
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    through(url) {
      const changed = new URL(url);
      changed.hostname = "127.0.0.1";
      changed.port = String(port);
      return changed.href;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
