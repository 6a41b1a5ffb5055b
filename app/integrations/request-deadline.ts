import { AsyncLocalStorage } from "node:async_hooks";

export interface RequestDeadline {
  /** By `performance.now()`; undefined while the request's body arrives. */
  endsAt: number | undefined;
  /** From then on nobody waits for a first byte. */
  hasBegun(): boolean;
}

// Pages and server are separate bundles, each with its own copy of this module.
const shared = globalThis as { [key: symbol]: unknown };
const key = Symbol.for("sabia.request-deadline");
shared[key] ??= new AsyncLocalStorage<RequestDeadline>();
const current = shared[key] as AsyncLocalStorage<RequestDeadline>;

/** `remainingMs` then bounds what `run` waits for. */
export function runWithDeadline<T>(deadline: RequestDeadline, run: () => T): T {
  return current.run(deadline, run);
}

/** Whether a visitor waits for the first byte. */
export function isInRequest(): boolean {
  const deadline = current.getStore();
  return deadline !== undefined && !deadline.hasBegun();
}

export function runWithoutDeadline<T>(run: () => T): T {
  return current.exit(run);
}

/** At least 0; Infinity in jobs, while a body arrives, and once the answer has begun. */
export function remainingMs(): number {
  const deadline = current.getStore();
  if (deadline?.endsAt === undefined || deadline.hasBegun()) return Number.POSITIVE_INFINITY;
  return Math.max(0, deadline.endsAt - performance.now());
}

/** Aborts after `limitMs`, or when the current request has no time left. */
export function limitedSignal(limitMs: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(Math.min(limitMs, remainingMs())));
}

/** Rejects with `overdue()` when the current request has no time left, also between retries of `work`. */
export async function finishInTime<T>(work: () => Promise<T>, overdue: () => Error): Promise<T> {
  const left = remainingMs();
  if (left === Number.POSITIVE_INFINITY) return work();
  const endsAt = performance.now() + left;
  // Stays after the answer has begun, unlike the request's deadline.
  const working = current.run({ endsAt, hasBegun: () => false }, work);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(overdue()), left);
  });
  return Promise.race([working, late]).finally(() => clearTimeout(timer));
}
