import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, inject } from "vitest";
import { startTestWorld } from "./test-services";

/** The connection between the product and its database, which can be cut, hang, and recover at the same port. */
export interface DatabaseLine {
  /** Returns a database URL through this connection. */
  through(databaseUrl: string): string;
  /** Refuses new connections and closes existing ones, as a stopped database does. */
  cut(): Promise<void>;
  /** Accepts connections and forwards nothing, as a hung database does. */
  hang(): void;
  /** Existing connections hang, new ones work, as after a silent failover. */
  failOver(): void;
  /** Refuses new connections and keeps existing ones, until `mend`. */
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
      // The old server is gone without notice.
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

/** A test world whose database is behind such a connection, until the end of the test file. */
export async function startWorldOnLine(variables: Record<string, string> = {}) {
  const line = await openDatabaseLine(inject("postgresUrl"));
  afterAll(line.close);
  const world = await startTestWorld((url) => ({ DATABASE_URL: line.through(url), ...variables }));
  return { line, world };
}
