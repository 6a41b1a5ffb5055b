import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { parseEnv } from "~/platform/env.server";
import { createApp } from "~/platform/http/app.server";
import { createLog } from "~/platform/log.server";
import { createServices } from "~/platform/services.server";
import { startWorkerWhenReady } from "~/platform/start-worker.server";

const parsed = parseEnv(process.env);
if (!parsed.ok) {
  console.error(
    `The environment is not right:\n${parsed.problems.map((problem) => `  ${problem}`).join("\n")}`,
  );
  process.exit(1);
}
const { env } = parsed;
const log = createLog(env.LOG_LEVEL);
const services = createServices(env, log);
if (env.NODE_ENV === "production" && !env.FIRST_ADMIN_EMAIL) {
  log.warn("FIRST_ADMIN_EMAIL is not set: whoever signs in first at /admin-login becomes administrator");
}

// Built beside this file by `npm run build`; the address is computed so that the bundler leaves it alone.
const buildUrl = new URL("./server/index.js", import.meta.url).href;
const build = (await import(buildUrl)) as ServerBuild;
const app = createApp({ services, build, clientDir: fileURLToPath(new URL("./client", import.meta.url)) });

const worker = startWorkerWhenReady(services);
const server = createServer(app).listen(env.PORT, () =>
  log.info({ port: env.PORT, url: env.APP_URL }, "listening"),
);
// Bodies have their own rule (app/platform/http/body-deadline.server.ts).
server.requestTimeout = 0;
server.headersTimeout = 15_000;
server.keepAliveTimeout = 65_000;

let closing = false;
/** Finishes what is being answered, for at most ten seconds, then ends. */
function shutDown(signal: string): void {
  if (closing) return;
  closing = true;
  log.info({ signal }, "shutting down");
  const giveUp = setTimeout(() => process.exit(1), 10_000);
  giveUp.unref();
  // At once, not after the last answer: a job that ends in these seconds must still be written down.
  const stopped = worker.stop().catch((error: unknown) => log.error({ err: error }, "worker did not stop"));
  server.close(async () => {
    await stopped;
    await services.db.destroy();
    process.exit(0);
  });
  server.closeIdleConnections();
}
process.on("SIGTERM", shutDown);
process.on("SIGINT", shutDown);
