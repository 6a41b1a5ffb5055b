/** A separate entry of the build (dev/build-server.ts). */
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { createLog } from "~/platform/log.server";
import { collectMetrics, serveMetrics } from "~/server/metrics/worker-metrics.server";
import { countWorkers, supervise } from "./supervise.server";

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const { LOG_LEVEL, METRICS_PORT, METRICS_HOST, SHUTDOWN_SECONDS, WEB_CONCURRENCY } = process.env;
// The workers refuse invalid values together with other invalid variables.
const level = levels.find((known) => known === LOG_LEVEL) ?? "info";
const log = createLog(level).child({ part: "supervisor" });

const { listServing } = supervise({
  // Not resolved: where `current` is a link to a release, SIGHUP starts the release that it then leads to.
  exec: join(dirname(process.argv[1] ?? ""), "server.js"),
  log,
  answerMs: (Number(SHUTDOWN_SECONDS) || 10) * 1_000,
  count: countWorkers(WEB_CONCURRENCY || undefined, availableParallelism()),
});
const port = Number(METRICS_PORT || 0);
if (Number.isInteger(port) && port > 0 && port < 65_536)
  serveMetrics({ port, host: METRICS_HOST || "127.0.0.1" }, () => collectMetrics(listServing()), log);
