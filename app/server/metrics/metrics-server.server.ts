import { createServer, type Server } from "node:http";
import type { Log } from "~/platform/log.server";

export interface MetricsAddress {
  port: number;
  host: string;
}

/** Serves `GET /metrics` on a port of its own, which the public never reaches. `collect` returns Prometheus text. */
export function serveMetrics(address: MetricsAddress, collect: () => Promise<string>, log: Log): Server {
  const server = createServer((req, res) => {
    if (req.url?.split("?")[0] !== "/metrics" || (req.method !== "GET" && req.method !== "HEAD")) {
      res.writeHead(404).end();
      return;
    }
    collect().then(
      (text) => res.writeHead(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text),
      (error: unknown) => {
        log.error({ err: error }, "the metrics could not be collected");
        res.writeHead(500).end();
      },
    );
  });
  server.on("error", (error) => log.error({ err: error }, "the metrics' port failed"));
  server.listen(address.port, address.host);
  return server;
}
