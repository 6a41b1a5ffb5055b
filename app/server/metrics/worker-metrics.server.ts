import type { Worker } from "node:cluster";
import { createServer, type Server } from "node:http";
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from "prom-client";
import type { Log } from "~/platform/log.server";

interface Wanted {
  type: "metricsWanted";
  scrape: number;
}

interface Sent {
  type: "metrics";
  scrape: number;
  /** JSON. */
  metrics: string;
}

function isMessage<Message extends Wanted | Sent>(value: unknown, type: Message["type"]): value is Message {
  return typeof value === "object" && value !== null && "type" in value && value.type === type;
}

/** A scrape continues without a worker that answers later. */
const limitMs = 2_000;

export function sendMetrics(registry: Registry): void {
  process.on("message", (message) => {
    if (!isMessage<Wanted>(message, "metricsWanted")) return;
    registry.getMetricsAsJSON().then(
      (metrics) => send({ type: "metrics", scrape: message.scrape, metrics: encode(metrics) }),
      () => {},
    );
  });
}

function send(message: Sent): void {
  // The supervisor may have ended meanwhile.
  process.send?.(message, undefined, undefined, () => {});
}

/** JSON has no infinite numbers: they would arrive as null, and be shown as 0. */
function encode(metrics: object[]): string {
  return JSON.stringify(metrics, (key, value: unknown) =>
    key === "value" && typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  );
}

function decode(text: string): Metrics {
  return JSON.parse(text, (key, value: unknown) =>
    key === "value" && typeof value === "string" ? Number(value) : value,
  ) as Metrics;
}

let scrapes = 0;

/**
 * In the supervisor. `serving`: undefined while a worker is replaced after a crash. Retired workers are left out: their
 * series would collide with those of their replacements. `sabia_workers` says how many answered.
 */
export async function collectMetrics(serving: readonly (Worker | undefined)[]): Promise<string> {
  scrapes += 1;
  const scrape = scrapes;
  const workers = serving.filter((worker) => worker?.isConnected()) as Worker[];
  const answers = await Promise.all(workers.map((worker) => askWorker(worker, scrape)));
  const answered = answers.filter((metrics) => metrics !== undefined);
  const text = await AggregatorRegistry.aggregate(answered).metrics();
  return `${text}
# HELP sabia_workers Processes of this machine's supervisor by state
# TYPE sabia_workers gauge
sabia_workers{state="answering"} ${answered.length}
sabia_workers{state="silent"} ${serving.length - answered.length}
`;
}

type Metrics = MetricObjectWithValues<MetricValue<string>>[];

function askWorker(worker: Worker, scrape: number): Promise<Metrics | undefined> {
  return new Promise((resolve) => {
    const finish = (metrics?: Metrics) => {
      clearTimeout(timer);
      worker.off("message", take);
      resolve(metrics);
    };
    const timer = setTimeout(finish, limitMs);
    const take = (message: unknown) => {
      if (isMessage<Sent>(message, "metrics") && message.scrape === scrape) finish(decode(message.metrics));
    };
    worker.on("message", take);
    worker.send({ type: "metricsWanted", scrape } satisfies Wanted, (error) => error && finish());
  });
}

interface MetricsAddress {
  port: number;
  host: string;
}

/** On a port of its own, which the public never reaches. `collect` returns Prometheus text. */
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
