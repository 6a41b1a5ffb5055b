import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";
import { remainingMs } from "~/integrations/request-deadline";

/** In milliseconds. */
export type StoreLimits = {
  /** An operation fails after so long without progress. */
  silence: number;
  /** The same while the store is suspect, as during clean-up. */
  suspect: number;
  /** How long a silent store stays suspect, unless an operation succeeds. */
  memory: number;
};

const usualStoreLimits: StoreLimits = { silence: 4_000, suspect: 1_000, memory: 30_000 };

/** No `cause` and no code: the AWS SDK would retry. */
export class StoreSilent extends Error {
  override readonly name = "StoreSilent";

  static override [Symbol.hasInstance](value: unknown): value is StoreSilent {
    return isErrorNamed(value, "StoreSilent");
  }
}

/** Bounds the wait for a store that hangs: 4 s once, or the request's rest, then 1 s each until it answers again. */
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

  /** Rejects with `StoreSilent` after `times` limits. `run` cannot be stopped; its late result is given to `late`. */
  async within<T>(
    run: () => Promise<T>,
    { times = 1, late }: { times?: number; late?: (result: T) => unknown } = {},
  ): Promise<T> {
    const usual = this.isSuspect ? this.limits.suspect : this.limits.silence * times;
    // Several limits are for many bytes, whose progress is invisible.
    const limit = times > 1 ? usual : Math.min(usual, remainingMs());
    const running = run();
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        // A request with little time left says nothing about the store.
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

/** A body may fail before or after its reader listens, and an unhandled `error` event would end the process. */
export function withErrorListener<Body extends Readable>(body: Body): Body {
  return body.on("error", () => {});
}
