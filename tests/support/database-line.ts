import { connect, createServer, type Server, type Socket } from "node:net";

/** The line between the product and its database: it can be cut, or go dead, and come back at the same port. */
export interface DatabaseLine {
  /** The address of a database, by way of this line. */
  through(databaseUrl: string): string;
  /** Refuses new connections and ends those there are, as a database that was stopped. */
  cut(): Promise<void>;
  /** Takes connections and passes nothing on, as a database that hangs. */
  hang(): void;
  /** The connections there are never hear anything again, new ones work, as after a silent fail-over. */
  failOver(): void;
  /** Refuses new connections and leaves those there are, until `mend`. */
  refuse(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let dead = false;
  let refusing = false;
  let current = {};
  const retired = new Map<object, Socket[]>();
  const server: Server = createServer((client) => {
    if (refusing) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const server = current;
    const passes = () => !dead && server === current;
    client.on("data", (chunk) => passes() && upstream.write(chunk));
    upstream.on("data", (chunk) => passes() && client.write(chunk));
    retired.set(server, [...(retired.get(server) ?? []), upstream]);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    endAll();
    await closed;
  };
  return {
    through(url) {
      const changed = new URL(url);
      changed.port = String(port);
      return changed.href;
    },
    cut: stop,
    hang() {
      dead = true;
    },
    failOver() {
      // The old server is gone, and nobody is told.
      for (const upstream of retired.get(current) ?? []) upstream.removeAllListeners("close").destroy();
      current = {};
    },
    refuse() {
      refusing = true;
    },
    async mend() {
      refusing = false;
      if (dead) endAll();
      dead = false;
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}
