import cluster, { type Worker } from "node:cluster";
import { constants } from "node:os";
import type { Log } from "~/platform/log.server";
import { isMessage, type SupervisorMessage } from "./messages";
import {
  decideAfterEnd,
  heartbeatMs,
  isHung,
  pendingMs,
  restartDelay,
  retiredMs,
  stableMs,
} from "./restart-rules";
import { connectionsAccepted, returnConnections } from "./return-connections.server";
import { followTakenSockets } from "./taken-sockets.server";

/** A worker is killed this long after the time that its pending requests have, in milliseconds. */
const graceMs = 3_000;

interface Supervision {
  /** The built server file, read again for every worker. */
  exec: string;
  log: Log;
  /** Number of workers. Each gets its number, from 0, as SABIA_WORKER. */
  count?: number;
  /** Time for pending requests after SIGTERM, in milliseconds. */
  answerMs?: number;
}

/** One of the workers and those that replace it. */
interface Slot {
  number: number;
  worker?: Worker;
  failedStarts: number;
  nextStart?: NodeJS.Timeout | undefined;
}

/**
 * Runs the server as workers of this process, and restarts one after a crash (restart-rules.ts). This process owns
 * the port (node:cluster): a worker that reports an exception continues until its replacement listens, so that no
 * connection is refused. On SIGTERM and SIGINT closes the port, and ends the workers once they have accepted what came
 * before. On SIGHUP replaces the workers one after the other, each once its replacement listens; a replacement that
 * fails leaves the others as they are, and a worker that was replaced may finish its pending requests. A worker whose
 * heartbeat stops is killed and replaced; a connection that a dead worker has not accepted goes to another one. Exits
 * with the workers' worst exit code. Returns the list of the serving workers by number.
 */
export function supervise({ exec, log, count = 1, answerMs = pendingMs(undefined) }: Supervision): {
  listServing(): readonly (Worker | undefined)[];
} {
  cluster.setupPrimary({ exec });
  const closeSockets = followTakenSockets();
  const slots: Slot[] = Array.from({ length: count }, (_, number) => ({ number, failedStarts: 0 }));
  const retired = new Set<Worker>();
  let stopping = false;
  let hasListened = false;
  let renewing = false;
  let worstCode = 0;

  function fork(slot: Slot): Worker {
    const worker = cluster.fork({ SABIA_WORKER: String(slot.number) });
    log.info({ pid: worker.process.pid }, "worker started");
    returnConnections(worker);
    // The worker's channel may close while a message is being sent.
    worker.on("error", (error) => log.warn({ err: error }, "a message did not reach the worker"));
    return worker;
  }

  function start(slot: Slot): void {
    slot.nextStart = undefined;
    const before = slot.worker;
    const worker = fork(slot);
    slot.worker = worker;
    watch(slot, worker, () => {
      if (before?.isConnected()) before.send({ type: "replaced" } satisfies SupervisorMessage);
    });
  }

  function watch(slot: Slot, worker: Worker, onListening: () => void): void {
    let listeningSince: number | undefined;
    let isReplaced = false;
    /** Starts one replacement, even if the worker reports an exception and then ends. */
    const replace = () => {
      if (isReplaced || retired.has(worker)) return;
      isReplaced = true;
      const wasStable = listeningSince !== undefined && performance.now() - listeningSince >= stableMs;
      if (wasStable) slot.failedStarts = 0;
      const delayMs = restartDelay(slot.failedStarts);
      slot.failedStarts += 1;
      log.warn({ pid: worker.process.pid, delayMs }, "another worker will be started");
      slot.nextStart = setTimeout(start, delayMs, slot);
    };
    worker.once("listening", () => {
      listeningSince = lookedAt = performance.now();
      looking = setInterval(look, heartbeatMs);
      onListening();
      if (hasListened) return;
      hasListened = true;
      // Only now: the first worker alone reports an invalid environment.
      if (!stopping) for (const other of slots) if (!other.worker) start(other);
    });
    // Undefined until the first heartbeat.
    let aliveAt: number | undefined;
    worker.on("message", (message: unknown) => {
      if (isMessage(message, "alive")) aliveAt = performance.now();
      if (isMessage(message, "failing") && hasListened && !stopping) replace();
    });
    let lookedAt = performance.now();
    const look = () => {
      const now = performance.now();
      const silentMs = now - (aliveAt ?? now);
      if (isHung({ silentMs, sinceLookMs: now - lookedAt })) {
        log.error(
          { pid: worker.process.pid, silentMs: Math.round(silentMs) },
          "a worker hangs: it is killed",
        );
        worker.process.kill("SIGKILL");
      }
      lookedAt = now;
    };
    let looking: NodeJS.Timeout | undefined;
    worker.once("exit", () => clearInterval(looking));
    worker.once("exit", (exitCode: number | null, signal: NodeJS.Signals | null) => {
      const code = exitCode ?? 128 + (signal ? constants.signals[signal] : 0);
      log.info({ pid: worker.process.pid, code, signal }, "worker ended");
      const hasOthers = othersOf(worker).length > 0;
      // A replacement that never listened is given up while the worker that it was to replace serves.
      const wasNeeded = slot.worker === worker;
      if (wasNeeded && decideAfterEnd({ code, stopping, hasListened, hasOthers }) === "restart") replace();
      // One that was still starting has no handler for the signal yet.
      if (stopping && signal !== "SIGTERM") worstCode = Math.max(worstCode, code);
      const isAnyPlanned = slots.some(({ nextStart }) => nextStart !== undefined);
      if (!isAnyPlanned && !hasOthers) process.exit(stopping ? worstCode : code);
    });
  }

  /** Resolves with whether a replacement took over. */
  function renew(slot: Slot): Promise<boolean> {
    const before = slot.worker;
    if (!before || slot.nextStart) return Promise.resolve(true);
    return new Promise((resolve) => {
      const worker = fork(slot);
      watch(slot, worker, () => {
        // The former one, or what replaced it after a crash meanwhile.
        const former = slot.worker ?? before;
        clearTimeout(slot.nextStart);
        slot.nextStart = undefined;
        slot.worker = worker;
        retired.add(former);
        if (former.isConnected()) former.send({ type: "retired" } satisfies SupervisorMessage);
        end(former, retiredMs);
        resolve(true);
      });
      worker.once("exit", () => resolve(false));
    });
  }

  async function renewAll(): Promise<void> {
    if (renewing || stopping || !hasListened) return;
    renewing = true;
    log.info("replacing the workers");
    let renewed = 0;
    for (const slot of slots) {
      if (stopping || !(await renew(slot))) break;
      renewed += 1;
    }
    renewing = false;
    if (renewed === slots.length) log.info("the workers were replaced");
    else if (!stopping) log.error("a replacement did not start: the other workers stay");
  }

  function stop(signal: NodeJS.Signals): void {
    if (stopping) return;
    stopping = true;
    for (const slot of slots) {
      clearTimeout(slot.nextStart);
      slot.nextStart = undefined;
    }
    log.info({ signal }, "stopping");
    const workers = othersOf();
    if (workers.length === 0) process.exit(0);
    closeSockets();
    void connectionsAccepted().then(() => {
      for (const worker of othersOf()) end(worker, answerMs);
    });
  }

  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", () => void renewAll());
  const [first] = slots;
  if (first) start(first);
  return { listServing: () => slots.map(({ worker }) => worker) };
}

/** Asks a worker to end, and kills it if it does not. `withinMs`: the time of its pending requests */
function end(worker: Worker, withinMs: number): void {
  worker.process.kill("SIGTERM");
  const force = setTimeout(() => worker.process.kill("SIGKILL"), withinMs + graceMs);
  worker.once("exit", () => clearTimeout(force));
}

function othersOf(ended?: Worker): Worker[] {
  const workers = Object.values(cluster.workers ?? {});
  return workers.filter((worker): worker is Worker => !!worker && worker !== ended && !worker.isDead());
}
