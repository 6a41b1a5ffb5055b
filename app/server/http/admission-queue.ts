export interface QueueLimits {
  /** Maximum number of requests under way. */
  slots: number;
  /** Maximum number of requests that wait for a slot. */
  maxWaiting: number;
  /** Maximum wait for a slot, in milliseconds. */
  maxWaitMs: number;
}

/** Counts since the start of the process, but for `active` and `waiting`, which are current. */
export interface QueueCounts {
  /** Admitted without waiting. */
  admitted: number;
  /** Admitted after waiting. */
  waited: number;
  /** Refused: the queue was full, or the wait was over. */
  shed: number;
  active: number;
  waiting: number;
}

export interface Ticket {
  /** Resolves to whether the request may run; to false also when it left the queue. Never rejects. */
  admitted: Promise<boolean>;
  /** Leaves the queue, or frees the slot. Further calls do nothing. */
  leave(): void;
}

export interface AdmissionQueue {
  /** Joins the queue. `waitMs`: a shorter wait than the queue's own, in milliseconds. */
  enter(waitMs?: number): Ticket;
  readonly counts: QueueCounts;
}

/** The timers of a queue. */
export interface Timers {
  set(run: () => void, milliseconds: number): unknown;
  clear(timer: unknown): void;
}

const systemTimers: Timers = {
  set: (run, milliseconds) => setTimeout(run, milliseconds),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/** Returns a queue that admits requests in the order of their arrival, `slots` at once. */
export function createAdmissionQueue(
  { slots, maxWaiting, maxWaitMs }: QueueLimits,
  timers: Timers = systemTimers,
): AdmissionQueue {
  const counts = { admitted: 0, waited: 0, shed: 0 };
  /** In the order of arrival. Each function admits its request. */
  const waiting = new Set<() => void>();
  let active = 0;

  function admitNext(): void {
    active -= 1;
    for (const admit of waiting) {
      waiting.delete(admit);
      admit();
      return;
    }
  }

  return {
    enter(waitMs = maxWaitMs) {
      if (active < slots) {
        active += 1;
        counts.admitted += 1;
        return { admitted: Promise.resolve(true), leave: once(admitNext) };
      }
      const limitMs = Math.min(waitMs, maxWaitMs);
      if (waiting.size >= maxWaiting || limitMs <= 0) {
        counts.shed += 1;
        return { admitted: Promise.resolve(false), leave: () => {} };
      }
      let leave = () => {};
      const admitted = new Promise<boolean>((resolve) => {
        const timer = timers.set(() => {
          counts.shed += 1;
          leave();
        }, limitMs);
        const admit = () => {
          timers.clear(timer);
          active += 1;
          counts.waited += 1;
          leave = once(admitNext);
          resolve(true);
        };
        leave = () => {
          if (!waiting.delete(admit)) return;
          timers.clear(timer);
          resolve(false);
        };
        waiting.add(admit);
      });
      return { admitted, leave: () => leave() };
    },
    get counts() {
      return { ...counts, active, waiting: waiting.size };
    },
  };
}

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}
