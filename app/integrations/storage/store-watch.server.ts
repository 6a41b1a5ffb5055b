import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";
import { remainingMs } from "~/integrations/request-deadline";

/** In milliseconds. */
export type StoreLimits = {
  /** Without progress for so long, an operation has failed. */
  silence: number;
  /** The limit while the store is suspect, for instance for the clean-up after a failure. */
  suspect: number;
  /** Time for which a silent store stays suspect, unless an operation succeeds. */
  memory: number;
};

const usualStoreLimits: StoreLimits = { silence: 4_000, suspect: 1_000, memory: 30_000 };

/** The store made no progress for too long. No `cause` and no code: the AWS SDK would take it for worth retrying. */
export class StoreSilent extends Error {
  override readonly name = "StoreSilent";

  static override [Symbol.hasInstance](value: unknown): value is StoreSilent {
    return isErrorNamed(value, "StoreSilent");
  }
}

/**
 * Bounds the wait for a store that hangs: 4 s once, or what the request has left, then 1 s for each operation until it
 * answers again.
 */
export class StoreWatch {
  readonly limits: StoreLimits;
  #suspectUntil = Number.NEGATIVE_INFINITY;

  constructor(limits: Partial<StoreLimits> = {}) {
    this.limits = { ...usualStoreLimits, ...limits };
  }

  get isSuspect(): boolean {
    return performance.now() < this.#suspectUntil;
  }

  noteSilence(): void {
    this.#suspectUntil = performance.now() + this.limits.memory;
  }

  noteAnswer(): void {
    this.#suspectUntil = Number.NEGATIVE_INFINITY;
  }

  /**
   * Returns what `run` returns. Rejects with `StoreSilent` after `times` limits. `run` itself cannot be stopped and is
   * not waited for; what it returns too late is given to `late`.
   */
  async within<T>(
    run: () => Promise<T>,
    { times = 1, late }: { times?: number; late?: (result: T) => unknown } = {},
  ): Promise<T> {
    const usual = this.isSuspect ? this.limits.suspect : this.limits.silence * times;
    // More than one limit is for many bytes, whose progress is invisible.
    const limit = times > 1 ? usual : Math.min(usual, remainingMs());
    const running = run();
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        // A request that had little time left says nothing about the store.
        if (limit === usual) this.noteSilence();
        reject(new StoreSilent(`no progress for ${limit} ms`));
        running.then(late, () => {});
      }, limit);
    });
    try {
      const done = await Promise.race([running, silence]);
      this.noteAnswer();
      return done;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Returns the body, with a listener for its errors. A body may fail at any moment, also before its reader listens or
 * after it has stopped, and an `error` event without a listener ends the process. Readers get the error as before.
 */
export function withErrorListener<Body extends Readable>(body: Body): Body {
  return body.on("error", () => {});
}
