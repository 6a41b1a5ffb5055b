import cluster from "node:cluster";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { listMissingCompanyVariables } from "~/platform/company";
import { listenHost, parseEnv } from "~/platform/env.server";
import { createLog, type Log } from "~/platform/log.server";
import { createServices } from "~/server/create-services.server";
import { createApp } from "~/server/http/app.server";
import { capConnections } from "~/server/http/connection-limits.server";
import { trustedProxies } from "~/server/http/trusted-proxies.server";
import { watchFigures } from "~/server/metrics/watch-figures.server";
import { watchMachine } from "~/server/metrics/watch-machine.server";
import { sendMetrics, serveMetrics } from "~/server/metrics/worker-metrics.server";
import { createProcessEnd } from "~/server/process-end.server";
import { startWorkerWhenReady } from "~/server/start-worker.server";
import { alive, heartbeatMs } from "~/server/supervisor/supervise.server";
import { createErrorReports } from "~/server/telemetry/error-reports.server";
import { startTracing } from "~/server/telemetry/tracing.server";

const parsed = parseEnv(process.env);
if (!parsed.ok) {
  console.error(
    `The environment is not right:\n${parsed.problems.map((problem) => `  ${problem}`).join("\n")}`,
  );
  process.exit(1);
}
const { env } = parsed;
const reports = env.SENTRY_DSN
  ? createErrorReports({
      dsn: env.SENTRY_DSN,
      environment: env.NODE_ENV,
      onFailure: (reason) => log.warn({ reason }, "error reports are not accepted"),
    })
  : undefined;
const log: Log = createLog(env.LOG_LEVEL, undefined, reports?.report);
const end = createProcessEnd(log, env.SHUTDOWN_SECONDS * 1_000);
// Also called for unhandled rejections.
process.on("uncaughtException", end.fail);
process.on("SIGTERM", end.shutDown);
process.on("SIGINT", end.shutDown);
const services = createServices(env, log);
const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
const tracing = endpoint ? await startTracing(endpoint) : undefined;
services.pool.onStatement = tracing?.onStatement;
if (env.NODE_ENV === "production" && !env.FIRST_ADMIN_EMAIL) {
  log.warn("FIRST_ADMIN_EMAIL is not set: the first person to sign in at /admin-login becomes administrator");
}
const missingCompany = listMissingCompanyVariables(env);
if (env.NODE_ENV === "production" && missingCompany.length > 0) {
  log.warn({ variables: missingCompany }, "the law requires these on a shop's pages: they are not set");
}

// Created by `npm run build`; the URL is computed so that the bundler does not resolve it.
const buildUrl = new URL("./pages.js", import.meta.url).href;
const build = (await import(buildUrl)) as ServerBuild;
const app = createApp({
  services,
  build,
  clientDir: fileURLToPath(new URL("./client", import.meta.url)),
  ...(env.KEPT_PAGES_MIB > 0 ? { pageCache: { maxBytes: env.KEPT_PAGES_MIB * 1024 * 1024 } } : {}),
  isStopping: end.isStopping,
  tracing,
});

services.metrics.watchProcess();
services.metrics.watchCache("pages", app.countCachedPages);
services.metrics.watchAdmission(app.countAdmission);
const stopCountingVisits = app.visits.start();
const { registry } = services.metrics;
if (cluster.isWorker) {
  const beat = () => void process.send?.(alive, undefined, undefined, () => {});
  beat();
  setInterval(beat, heartbeatMs).unref();
  sendMetrics(registry);
} else if (env.METRICS_PORT) {
  const address = { port: env.METRICS_PORT, host: env.METRICS_HOST };
  serveMetrics(address, () => registry.metrics(), log).unref();
}
// Of several processes of a machine, the first runs the jobs: a conversion takes a whole processor.
const runsJobs = (process.env.SABIA_WORKER ?? "0") === "0";
if (runsJobs) {
  watchFigures(registry, services.db);
  watchMachine(registry, env);
}
const worker = runsJobs ? startWorkerWhenReady(services) : undefined;
const server = createServer({ connectionsCheckingInterval: 5_000 }, app);
// Body time limits are in app/server/http/request-body.server.ts.
server.requestTimeout = 0;
server.headersTimeout = 15_000;
server.keepAliveTimeout = 65_000;
capConnections(server, { log, isProxy: trustedProxies(env) });
const host = listenHost(env);
// systemd hands over the socket of a .socket unit as descriptor 3 of the supervisor (sd_listen_fds), which opens it for
// its workers.
const address = process.env.LISTEN_FDS === "1" ? { fd: 3 } : { port: env.PORT, host };
server.listen(address, () => {
  // Failing to accept a connection, for lack of memory or files, must not end the others.
  server.on("error", (error) => log.error({ err: error }, "a connection could not be taken"));
  const release = async () => {
    const { db, readDb, pool, jobPool } = services;
    await stopCountingVisits();
    await Promise.all([
      tracing?.stop(),
      reports?.settle(),
      db.destroy(),
      readDb === db ? undefined : readDb.destroy(),
      jobPool === pool ? undefined : jobPool.end(),
    ]);
  };
  end.watch({ server, stopJobs: async () => worker?.stop(), release });
  log.info({ port: env.PORT, host, url: env.APP_URL }, "listening");
});
