import cluster from "node:cluster";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Log } from "~/platform/log.server";
import { failing, retired as retiredMessage, retiredMs } from "./supervisor/supervise.server";

/** Idle connections are closed this long after the port, since a request may already be on its way. */
const idleMs = 1_500;

/** A failed worker accepts connections while its replacement starts. */
const replacedMs = 15_000;

interface Running {
  server: Server;
  stopJobs(): Promise<void>;
  /** Closes what responses still need, such as database connections. */
  release(): Promise<void>;
}

interface ProcessEnd {
  /** Call it once the server listens. */
  watch(running: Running): void;
  /** Should get no new visitors. */
  isStopping(): boolean;
  /** Exit code 0. Pending requests get SHUTDOWN_SECONDS, ten minutes once replaced; a second signal shortens that. */
  shutDown(signal: string): void;
  /** Exit code 1. Under a supervisor accepts connections until a replacement listens, for up to 15 s. */
  fail(error: unknown, origin: string): void;
}

/** `answerMs`: for pending requests. */
export function createProcessEnd(log: Log, answerMs: number): ProcessEnd {
  let running: Running | undefined;
  let failed = false;
  let closing = false;
  let retired = false;
  let deadline: NodeJS.Timeout | undefined;

  function exitWithin(milliseconds: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(() => process.exit(1), milliseconds).unref();
  }

  // It may arrive before or after the signal.
  process.on("message", (message) => {
    if (message !== retiredMessage) return;
    retired = true;
    if (closing) exitWithin(retiredMs);
  });

  function close(): void {
    if (closing || !running) return;
    closing = true;
    const { server, stopJobs, release } = running;
    const code = failed ? 1 : 0;
    exitWithin(retired ? Math.max(retiredMs, answerMs) : answerMs);
    closeAfterResponses(server);
    const jobsStopped = stopJobs().catch((error: unknown) =>
      log.error({ err: error }, "worker did not stop"),
    );
    // Not the HTTP server's own `close`, which resets idle connections at once.
    NetServer.prototype.close.call(server, async () => {
      await jobsStopped;
      await release().catch((error: unknown) => log.error({ err: error }, "connections did not close"));
      process.exit(code);
    });
    setTimeout(() => {
      server.closeIdleConnections();
      setInterval(() => server.closeIdleConnections(), 250);
    }, idleMs);
  }

  return {
    watch(parts) {
      running = parts;
    },
    isStopping: () => closing || failed,
    shutDown(signal) {
      log.info({ signal }, "shutting down");
      if (!running) process.exit(0);
      if (closing) exitWithin(answerMs);
      close();
    },
    fail(error, origin) {
      log.fatal({ err: error, origin }, "uncaught: the process ends");
      if (!running) process.exit(1);
      if (failed || closing) return;
      failed = true;
      if (!cluster.isWorker) return close();
      closeAfterResponses(running.server);
      process.send?.(failing, undefined, undefined, (unsent) => unsent && close());
      setTimeout(close, replacedMs);
    },
  };
}

function closeAfterResponses(server: Server): void {
  server.prependListener("request", (_req, res) => res.setHeader("Connection", "close"));
}
