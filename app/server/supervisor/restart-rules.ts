/** How a worker ended. */
export interface WorkerEnd {
  /** The exit code; 128 and the signal's number for one that was killed. */
  code: number;
  /** The supervisor was told to stop. */
  stopping: boolean;
  /** Some worker of this supervisor has listened: the settings and the build are right. */
  hasListened: boolean;
}

/**
 * Decides what follows the end of a worker. The supervisor exits with the worker's code when it was told to stop, when
 * the worker ended in order (code 0), and when none has ever listened: a refused configuration or a port in use does not
 * go away by trying again. Everything else is a crash, and another worker is started.
 */
export function decideAfterEnd({ code, stopping, hasListened }: WorkerEnd): "exit" | "restart" {
  return stopping || code === 0 || !hasListened ? "exit" : "restart";
}

/** A worker that listened for at least so long was a good one, in milliseconds. */
export const goodMs = 60_000;

const delaysMs = [0, 1_000, 2_000, 4_000, 8_000];
const mostMs = 15_000;

/** Returns how long to wait before the next start, in milliseconds; `badOnes`: workers in a row that were no good. */
export function restartDelay(badOnes: number): number {
  return delaysMs[badOnes] ?? mostMs;
}
