import cluster, { type Worker } from "node:cluster";
import { constants } from "node:os";
import type { Log } from "~/platform/log.server";

/** To a worker, before SIGTERM: another one took over, so pending requests may take minutes. */
export const retired = "retired";
/** From a worker: an error was not caught, and it ends once another one listens. */
export const failing = "failing";
/** From a worker, every second: its event loop runs. */
export const alive = "alive";

export const heartbeatMs = 1_000;
/** The longest pause of an event loop measured under load is below a second. */
const hangMs = 15_000;
/** For pending requests of a replaced worker: an upload by form may take minutes. */
export const retiredMs = 600_000;
/** Between the end of that time and the kill. */
const graceMs = 3_000;
/** A worker that listened this long resets the restart delay. */
const stableMs = 60_000;
const restartDelaysMs = [0, 1_000, 2_000, 4_000, 8_000, 15_000];
const maxWorkers = 64;

/** An invalid value counts as 1: the worker refuses it together with other invalid variables. */
export function countWorkers(value: string | undefined, cores: number): number {
  const wanted = value === "auto" ? cores : Number(value ?? 1);
  return Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, maxWorkers) : 1;
}

interface Supervision {
  /** The built server file, read again for every worker. */
  exec: string;
  log: Log;
  /** Each worker gets its number, from 0, as SABIA_WORKER. */
  count: number;
  /** For pending requests after SIGTERM. */
  answerMs: number;
}

/** A worker and those that replace it. */
interface Slot {
  number: number;
  worker?: Worker;
  failures: number;
  nextStart?: NodeJS.Timeout | undefined;
}

/**
 * Workers accept connections from one socket, which this process holds open. A crashed or hanging worker is replaced
 * with growing delays; one with an uncaught error serves until its replacement listens. SIGHUP replaces the workers in
 * turn, unless a replacement does not start. SIGTERM and SIGINT end all. Exits with the workers' worst code; with the
 * first worker's if none has ever listened: another try does not mend an invalid environment.
 */
export function supervise({ exec, log, count, answerMs }: Supervision) {
  // The kernel hands out connections: one that a killed worker has not accepted goes to another.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec });
  const slots: Slot[] = Array.from({ length: count }, (_, number) => ({ number, failures: 0 }));
  let stopping = false;
  let hasListened = false;
  let renewing = false;
  let worstCode = 0;

  function fork(slot: Slot): Worker {
    const worker = cluster.fork({ SABIA_WORKER: String(slot.number) });
    const pid = worker.process.pid;
    log.info({ pid }, "worker started");
    let listeningSince = Number.POSITIVE_INFINITY;
    const replaceFailed = () => {
      if (performance.now() - listeningSince >= stableMs) slot.failures = 0;
      scheduleStart(slot, worker);
    };
    const killHanging = () => {
      log.error({ pid }, "a worker hangs: it is killed");
      worker.process.kill("SIGKILL");
    };
    let watchdog: NodeJS.Timeout | undefined;
    worker.on("message", (message: unknown) => {
      if (message === alive) {
        clearTimeout(watchdog);
        watchdog = setTimeout(killHanging, hangMs);
      }
      if (message === failing && hasListened) replaceFailed();
    });
    // The channel may close while a message is being sent.
    worker.on("error", (error) => log.warn({ err: error }, "a message did not reach the worker"));
    worker.once("listening", () => {
      listeningSince = performance.now();
      if (hasListened) return;
      hasListened = true;
      // Only now: the first worker alone reports an invalid environment.
      for (const other of slots) if (!other.worker && !stopping) other.worker = fork(other);
    });
    worker.once("exit", (exitCode: number | null, signal: NodeJS.Signals | null) => {
      clearTimeout(watchdog);
      const code = exitCode ?? 128 + (signal ? constants.signals[signal] : 0);
      log.info({ pid, code, signal }, "worker ended");
      const hasOthers = livingWorkers(worker).length > 0;
      if (hasListened && (code !== 0 || hasOthers)) replaceFailed();
      // A worker that was still starting has no handler for the signal yet.
      if (stopping && signal !== "SIGTERM") worstCode = Math.max(worstCode, code);
      if (!hasOthers && !slots.some(({ nextStart }) => nextStart)) process.exit(stopping ? worstCode : code);
    });
    return worker;
  }

  /** Once, whether the worker reports an error, ends, or does both. */
  function scheduleStart(slot: Slot, former: Worker): void {
    if (stopping || slot.worker !== former || slot.nextStart) return;
    const delayMs = restartDelaysMs[slot.failures] ?? restartDelaysMs.at(-1);
    slot.failures += 1;
    log.warn({ pid: former.process.pid, delayMs }, "another worker will be started");
    slot.nextStart = setTimeout(() => {
      slot.nextStart = undefined;
      const next = fork(slot);
      slot.worker = next;
      next.once("listening", () => retire(former));
    }, delayMs);
  }

  /** Resolves with whether a replacement took over. */
  function renew(slot: Slot): Promise<boolean> {
    if (!slot.worker || slot.nextStart) return Promise.resolve(true);
    return new Promise((resolve) => {
      const next = fork(slot);
      next.once("exit", () => resolve(false));
      next.once("listening", () => {
        // The former worker, or what replaced it after a crash meanwhile.
        const former = slot.worker;
        clearTimeout(slot.nextStart);
        slot.nextStart = undefined;
        slot.worker = next;
        if (former) retire(former);
        resolve(true);
      });
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
    log.info({ signal }, "stopping");
    for (const slot of slots) {
      clearTimeout(slot.nextStart);
      slot.nextStart = undefined;
    }
    const workers = livingWorkers();
    if (workers.length === 0) process.exit(0);
    for (const worker of workers) end(worker, answerMs);
  }

  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", () => void renewAll());
  const [first] = slots;
  if (first) first.worker = fork(first);
  return { listServing: (): readonly (Worker | undefined)[] => slots.map(({ worker }) => worker) };
}

function retire(worker: Worker): void {
  if (worker.isDead()) return;
  if (worker.isConnected()) worker.send(retired);
  end(worker, retiredMs);
}

/** Kills the worker after `withinMs`, the time of its pending requests. */
function end(worker: Worker, withinMs: number): void {
  worker.process.kill("SIGTERM");
  const force = setTimeout(() => worker.process.kill("SIGKILL"), withinMs + graceMs);
  worker.once("exit", () => clearTimeout(force));
}

function livingWorkers(ended?: Worker): Worker[] {
  const workers = Object.values(cluster.workers ?? {});
  return workers.filter((worker): worker is Worker => !!worker && worker !== ended && !worker.isDead());
}
