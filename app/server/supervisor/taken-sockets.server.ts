import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:net";

/** Internal properties of a listening socket in node:net (lib/net.js), the same in Node 20 to 24. */
interface ListeningHandle {
  close(): void;
}

type OpenServer = Server & { _handle: ListeningHandle | null };

/**
 * Follows the listening sockets that node:cluster takes for the workers; call it before the first worker starts.
 * Returns a function that closes them: no connection is accepted any more, and what the workers listen on goes on.
 * Without it, a connection that this process accepts after its last worker has closed the port is reset, although a
 * socket of systemd would have kept it for the next process.
 */
export function followTakenSockets(): () => void {
  const taken = new Set<ListeningHandle>();
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    const { server } = message as { server: OpenServer };
    server.prependOnceListener("listening", () => {
      const handle = server._handle;
      // node:cluster takes the handle from its server in its own listener; any other server keeps it.
      setImmediate(() => handle && server._handle === null && taken.add(handle));
    });
  });
  return () => {
    for (const handle of taken) handle.close();
    taken.clear();
  };
}
