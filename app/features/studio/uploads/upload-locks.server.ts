import { ERRORS, type Lock, type Locker } from "@tus/server";

/** Maximum wait for the preceding request's lock, in milliseconds: S3 may still be storing a part of it. */
const defaultPatience = 30_000;

interface Holder {
  /** Asks it to end: what has come by then is kept. */
  askToEnd(): void | Promise<void>;
  ended: Promise<void>;
  end(): void;
}

export interface UploadLocks {
  /** The locks of one person's uploads. */
  of(ownerId: string): Locker;
}

/**
 * One request at a time for each upload, in this process. The newest goes first: after a network failure, the server
 * may take the dead connection for a live one for minutes, and its owner is already back on another.
 *
 * In place of @tus/server's MemoryLocker, which waits by asking again on every turn of the event loop.
 */
export function createUploadLocks(patience = defaultPatience): UploadLocks {
  const holders = new Map<string, Holder>();

  async function acquire(name: string, signal: AbortSignal, askToEnd: Holder["askToEnd"]): Promise<void> {
    const tooLate = timeOut(patience, signal);
    try {
      for (let holder = holders.get(name); holder; holder = holders.get(name)) {
        await holder.askToEnd();
        await Promise.race([holder.ended, tooLate.promise]);
      }
      if (signal.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
    } finally {
      tooLate.clear();
    }
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    holders.set(name, { askToEnd, ended, end });
  }

  return {
    of: (ownerId) => ({
      newLock(id): Lock {
        const name = `${ownerId}/${id}`;
        return {
          lock: (signal, askToEnd) => acquire(name, signal, askToEnd),
          async unlock() {
            holders.get(name)?.end();
            holders.delete(name);
          },
        };
      },
    }),
  };
}

/** Returns a promise that rejects after a time limit, or when the signal aborts. */
function timeOut(milliseconds: number, signal: AbortSignal) {
  let clear = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(ERRORS.ERR_LOCK_TIMEOUT);
    const timer = setTimeout(refuse, milliseconds);
    signal.addEventListener("abort", refuse, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", refuse);
    };
  });
  promise.catch(() => {}); // `Promise.race` reports it
  return { promise, clear };
}
