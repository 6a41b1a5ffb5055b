import cluster, { type Worker } from "node:cluster";
import { constants } from "node:os";
import type { Log } from "~/platform/log.server";
import { isMessage, type SupervisorMessage } from "./messages";
import { decideAfterEnd, restartDelay, stableMs } from "./restart-rules";

/** A worker is killed this long after SIGTERM, in milliseconds. It normally ends within 10 s. */
const killAfterMs = 13_000;

/**
 * Runs the server as a worker of this process, and restarts it after a crash (restart-rules.ts). This process owns
 * the port (node:cluster): a worker that reports an exception continues until its replacement listens, so that no
 * connection is refused. Forwards SIGTERM and SIGINT. Exits with the worker's exit code. `exec`: the built server
 * file.
 */
export function supervise({ exec, log }: { exec: string; log: Log }): void {
  cluster.setupPrimary({ exec });
  let stopping = false;
  let hasListened = false;
  let failedStarts = 0;
  let nextStart: NodeJS.Timeout | undefined;
  let worstCode = 0;

  function start(before?: Worker): void {
    nextStart = undefined;
    const worker = cluster.fork();
    log.info({ pid: worker.process.pid }, "worker started");
    let listeningSince: number | undefined;
    let isReplaced = false;
    /** Starts one replacement, even if the worker reports an exception and then ends. */
    const replace = () => {
      if (isReplaced) return;
      isReplaced = true;
      const wasStable = listeningSince !== undefined && performance.now() - listeningSince >= stableMs;
      if (wasStable) failedStarts = 0;
      const delayMs = restartDelay(failedStarts);
      failedStarts += 1;
      log.warn({ pid: worker.process.pid, delayMs }, "another worker will be started");
      nextStart = setTimeout(start, delayMs, worker);
    };
    worker.once("listening", () => {
      hasListened = true;
      listeningSince = performance.now();
      if (before?.isConnected()) before.send({ type: "replaced" } satisfies SupervisorMessage);
    });
    worker.on("message", (message: unknown) => {
      if (isMessage(message, "failing") && hasListened && !stopping) replace();
    });
    // The worker's channel may close while a message is being sent.
    worker.on("error", (error) => log.warn({ err: error }, "a message did not reach the worker"));
    worker.once("exit", (exitCode: number | null, signal: NodeJS.Signals | null) => {
      const code = exitCode ?? 128 + (signal ? constants.signals[signal] : 0);
      log.info({ pid: worker.process.pid, code, signal }, "worker ended");
      if (decideAfterEnd({ code, stopping, hasListened }) === "restart") replace();
      if (stopping) worstCode = Math.max(worstCode, code);
      if (nextStart === undefined && othersOf(worker).length === 0) process.exit(stopping ? worstCode : code);
    });
  }

  function stop(signal: NodeJS.Signals): void {
    if (stopping) return;
    stopping = true;
    clearTimeout(nextStart);
    nextStart = undefined;
    log.info({ signal }, "stopping");
    const workers = othersOf();
    if (workers.length === 0) process.exit(0);
    for (const worker of workers) worker.process.kill("SIGTERM");
    setTimeout(() => {
      for (const worker of othersOf()) worker.process.kill("SIGKILL");
    }, killAfterMs);
  }

  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  start();
}

function othersOf(ended?: Worker): Worker[] {
  const workers = Object.values(cluster.workers ?? {});
  return workers.filter((worker): worker is Worker => !!worker && worker !== ended && !worker.isDead());
}
