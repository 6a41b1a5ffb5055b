import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";
import { isMessage, type SupervisorMessage } from "./messages";

/** A scrape goes on without a worker that does not answer for this long, in milliseconds. */
const limitMs = 2_000;

/** In a worker: sends its metrics whenever the supervisor asks. */
export function sendMetrics(registry: Registry): void {
  process.on("message", (message) => {
    if (!isMessage(message, "metricsWanted")) return;
    registry.getMetricsAsJSON().then(
      (metrics) => send({ type: "metrics", scrape: message.scrape, metrics: metrics as never }),
      () => {},
    );
  });
}

function send(message: SupervisorMessage): void {
  // The supervisor may have ended meanwhile.
  process.send?.(message, undefined, undefined, () => {});
}

let scrapes = 0;

/**
 * In the supervisor: returns the metrics of all workers as one text, each series with the worker's `pid`. A worker that
 * hangs is missing from it: `sabia_workers` says how many answered and how many there are.
 */
export async function collectMetrics(): Promise<string> {
  scrapes += 1;
  const scrape = scrapes;
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
  const answers = await Promise.all(workers.map((worker) => askWorker(worker, scrape)));
  const answered = answers.filter((metrics) => metrics !== undefined);
  const text = await AggregatorRegistry.aggregate(answered).metrics();
  return `${text}
# HELP sabia_workers Processes of this machine's supervisor by state
# TYPE sabia_workers gauge
sabia_workers{state="answering"} ${answered.length}
sabia_workers{state="silent"} ${workers.length - answered.length}
`;
}

type Metrics = Extract<SupervisorMessage, { type: "metrics" }>["metrics"];

function askWorker(worker: Worker, scrape: number): Promise<Metrics | undefined> {
  return new Promise((resolve) => {
    const finish = (metrics?: Metrics) => {
      clearTimeout(timer);
      worker.off("message", take);
      resolve(metrics);
    };
    const timer = setTimeout(finish, limitMs);
    const take = (message: unknown) => {
      if (isMessage(message, "metrics") && message.scrape === scrape) finish(message.metrics);
    };
    worker.on("message", take);
    worker.send({ type: "metricsWanted", scrape } satisfies SupervisorMessage, (error) => error && finish());
  });
}
