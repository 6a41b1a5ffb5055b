import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** On 127.0.0.1, or on every interface. */
export function isPortFree(port: number, everywhere = false): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ ...(everywhere ? {} : { host: "127.0.0.1" }), port, exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

/** Below those of Linux for outgoing connections (32768–60999): none of them takes it. Throws without one. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error("No free port was found on 127.0.0.1.");
}
