import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Returns whether a server can listen on this port of 127.0.0.1 now.
 * @param port 1–65535
 */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Returns an unused port of 127.0.0.1 below those that Linux gives to outgoing connections (32768–60999): none of them
 * takes it before it is used. Throws when it finds none.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error("No free port was found on 127.0.0.1.");
}
