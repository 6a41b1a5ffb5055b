/**
 * Supervises the script in its first argument, as production supervises the server; second: number of workers; third:
 * port of the metrics, 0 for none.
 */
import { createLog } from "../../app/platform/log.server";
import { collectMetrics, serveMetrics } from "../../app/server/metrics/worker-metrics.server";
import { supervise } from "../../app/server/supervisor/supervise.server";

const [, , exec = "", count = "1", metricsPort = "0"] = process.argv;
const log = createLog("info");
const { listServing } = supervise({ exec, log, count: Number(count), answerMs: 10_000 });
const port = Number(metricsPort);
if (port > 0) serveMetrics({ port, host: "127.0.0.1" }, () => collectMetrics(listServing()), log);
