import { AsyncLocalStorage } from "node:async_hooks";

/** Time that a request has for its answer. */
export interface RequestDeadline {
  /** In milliseconds of `performance.now()`; undefined while the request's body arrives. */
  endsAt: number | undefined;
  /** Whether the answer has begun: from then on nobody waits for a first byte. */
  hasBegun(): boolean;
}

// The pages and the server are built apart, each with its own copy of this module.
const shared = globalThis as { [key: symbol]: unknown };
const key = Symbol.for("sabia.request-deadline");
shared[key] ??= new AsyncLocalStorage<RequestDeadline>();
const current = shared[key] as AsyncLocalStorage<RequestDeadline>;

/** Calls `run` within a request: what it waits for is bounded by `remainingMs`. */
export function runWithDeadline<T>(deadline: RequestDeadline, run: () => T): T {
  return current.run(deadline, run);
}

/** Returns whether a visitor waits for the first byte of an answer. */
export function isInRequest(): boolean {
  const deadline = current.getStore();
  return deadline !== undefined && !deadline.hasBegun();
}

/** Calls `run` outside of any request. */
export function runWithoutDeadline<T>(run: () => T): T {
  return current.exit(run);
}

/**
 * Returns the milliseconds that the current request has left, at least 0; Infinity in jobs, while a body arrives, and
 * once the answer has begun.
 */
export function remainingMs(): number {
  const deadline = current.getStore();
  if (deadline?.endsAt === undefined || deadline.hasBegun()) return Number.POSITIVE_INFINITY;
  return Math.max(0, deadline.endsAt - performance.now());
}

/** Returns a signal that aborts after `limitMs`, or when the current request has no time left. */
export function limitedSignal(limitMs: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(Math.min(limitMs, remainingMs())));
}

/**
 * Calls `work`, which may retry, and settles as it does. Rejects with the result of `overdue` when the current request
 * has no time left, also during the pause before a retry; the retries after that have no time either.
 */
export async function finishInTime<T>(work: () => Promise<T>, overdue: () => Error): Promise<T> {
  const left = remainingMs();
  if (left === Number.POSITIVE_INFINITY) return work();
  const endsAt = performance.now() + left;
  // Unlike the request's, this deadline stays after the answer has begun.
  const working = current.run({ endsAt, hasBegun: () => false }, work);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(overdue()), left);
  });
  return Promise.race([working, late]).finally(() => clearTimeout(timer));
}
