import type { RequestListener } from "node:http";
import { createServer } from "node:http";

/** Serves on a free port of 127.0.0.1 and prints the URL, for `startChildServer`. */
export function listen(answer: RequestListener): void {
  const server = createServer(answer);
  server.requestTimeout = 0;
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("no address");
    console.log(`http://127.0.0.1:${address.port}`);
  });
}
