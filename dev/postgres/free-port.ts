import { createServer } from "node:net";

/**
 * Returns whether a server can listen on this port of 127.0.0.1 now.
 * @param port 1–65535
 */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryToListen(port)) !== undefined;
}

/** Returns an unused port of 127.0.0.1, chosen by the system. Another program may take it before it is used. */
export async function findFreePort(): Promise<number> {
  const port = await tryToListen(0);
  if (port === undefined) throw new Error("The system has no free port on 127.0.0.1.");
  return port;
}

function tryToListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : undefined));
    });
  });
}
