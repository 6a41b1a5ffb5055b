import cluster from "node:cluster";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Log } from "~/platform/log.server";
import { isMessage, type SupervisorMessage } from "./supervisor/messages";

/** How long requests under way may take once the process ends, in milliseconds. */
const answerMs = 10_000;

/** Idle connections are closed this much later than the port: a request may be on its way on one. In milliseconds. */
const idleMs = 1_500;

/** How long a worker that failed goes on taking connections while another starts, in milliseconds. */
const replacedMs = 15_000;

/** What ends with the process. */
interface Running {
  server: Server;
  /** Stops the jobs. */
  stopJobs(): Promise<void>;
  /** Ends what answers still need, such as the database's connections. */
  release(): Promise<void>;
}

export interface ProcessEnd {
  /** Says what there is to end, once the server listens. */
  watch(running: Running): void;
  /** Ends the process in order, with exit code 0: requests under way are answered, for at most ten seconds. */
  shutDown(signal: string): void;
  /**
   * Ends the process in order, with exit code 1, because of an error that nothing caught: what state it left is unknown.
   * With a supervisor, connections are taken until another process listens, for at most fifteen seconds.
   */
  fail(error: unknown, origin: string): void;
}

export function createProcessEnd(log: Log): ProcessEnd {
  let running: Running | undefined;
  let failed = false;
  let closing = false;

  function close(): void {
    if (closing || !running) return;
    closing = true;
    const { server, stopJobs, release } = running;
    const code = failed ? 1 : 0;
    setTimeout(() => process.exit(1), answerMs).unref();
    announceEnd(server);
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
    shutDown(signal) {
      log.info({ signal }, "shutting down");
      if (!running) process.exit(0);
      close();
    },
    fail(error, origin) {
      log.fatal({ err: error, origin }, "uncaught: the process ends");
      if (!running) process.exit(1);
      if (failed || closing) return;
      failed = true;
      if (!cluster.isWorker) return close();
      announceEnd(running.server);
      process.on("message", (message) => isMessage(message, "replaced") && close());
      const message: SupervisorMessage = { type: "failing" };
      process.send?.(message, undefined, undefined, (unsent) => unsent && close());
      setTimeout(close, replacedMs);
    },
  };
}

/** Has every answer from now on say that its connection ends. */
function announceEnd(server: Server): void {
  server.prependListener("request", (_req, res) => res.setHeader("Connection", "close"));
}
