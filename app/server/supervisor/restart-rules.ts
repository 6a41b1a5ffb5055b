export interface WorkerEnd {
  /** The exit code; 128 plus the signal's number for a killed worker. */
  code: number;
  /** The supervisor received a signal to stop. */
  stopping: boolean;
  /** Some worker of this supervisor has listened: configuration and build are valid. */
  hasListened: boolean;
  /** Other workers serve. */
  hasOthers: boolean;
}

/**
 * Decides what follows the end of a worker. The supervisor exits with the worker's code when it was asked to stop,
 * when the last worker ended normally (code 0), and when no worker has ever listened: retrying does not fix an invalid
 * configuration or a port in use. Any other end is a crash, and another worker starts.
 */
export function decideAfterEnd({ code, stopping, hasListened, hasOthers }: WorkerEnd): "exit" | "restart" {
  return stopping || !hasListened || (code === 0 && !hasOthers) ? "exit" : "restart";
}

/** A worker that listened for this long resets the restart delay, in milliseconds. */
export const stableMs = 60_000;

const delaysMs = [0, 1_000, 2_000, 4_000, 8_000];
const maxDelayMs = 15_000;

/**
 * Returns the delay before the next start, in milliseconds. `badOnes`: consecutive workers that ended sooner than
 * `goodMs`.
 */
export function restartDelay(failedStarts: number): number {
  return delaysMs[failedStarts] ?? maxDelayMs;
}

/** Interval of a worker's heartbeats, in milliseconds. */
export const heartbeatMs = 1_000;

/**
 * A worker without a heartbeat for this long hangs, in milliseconds. The longest pause measured under load is below 1
 * s.
 */
const hangMs = 15_000;

/**
 * Returns whether a worker hangs. `silentMs`: since its last heartbeat, or since it began to listen; `sinceLookMs`:
 * since the supervisor last looked, which is long after this machine was suspended: the worker then had no time to send
 * either.
 */
export function isHung({ silentMs, sinceLookMs }: { silentMs: number; sinceLookMs: number }): boolean {
  return silentMs >= hangMs && sinceLookMs < hangMs / 3;
}

/**
 * Returns the time for pending requests when a worker ends, in milliseconds. `seconds`: SHUTDOWN_SECONDS; an invalid
 * value counts as the default, because the worker refuses it together with other invalid variables.
 */
export function pendingMs(seconds: string | undefined): number {
  const wanted = Number(seconds || Number.NaN);
  return (Number.isInteger(wanted) && wanted >= 1 && wanted <= 3_600 ? wanted : 10) * 1_000;
}

/** The same for a worker that was replaced without a failure: an upload by form may take minutes. */
export const retiredMs = 600_000;
