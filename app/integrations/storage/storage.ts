import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

export type ObjectFacts = {
  bytes: number;
  contentType: string;
};

/** First and last byte, inclusive, from 0. A last byte past the end is clamped. */
export type ObjectRange = { start: number; end: number };

/** `expiresAt`: to the second. `saveAs`: the browser saves the object under this name. */
export type LinkGrant = { viewerId: string; expiresAt: Date; saveAs?: string };

/**
 * Two adapters, one contract (`tests/integrations/storage.test.ts`). Every method throws `InvalidStorageKey` for a
 * malformed key (a bug), and `StorageError` in an outage. Keys are never reused for other content.
 */
export interface Storage {
  /** For the Content-Security-Policy; undefined if links stay on the site itself. */
  readonly linkOrigin: string | undefined;

  /**
   * Streams in bounded memory, replacing an object. Rejects with the signal's reason, the body's error or
   * `StorageError`; then nothing stays behind, and the body is destroyed.
   */
  put(key: string, body: Readable, options?: { signal?: AbortSignal }): Promise<{ bytes: number }>;

  /**
   * Undefined if there is none. `bytes`: what the body yields; 0 for a range past the end. Read the body to its end or
   * destroy it; aborting the signal ends it.
   */
  open(
    key: string,
    options?: { range?: ObjectRange; signal?: AbortSignal },
  ): Promise<(ObjectFacts & { body: Readable }) | undefined>;

  /** Throws `StorageError` unless the store answers; on a disk, unless its folder can be written. */
  check(): Promise<void>;

  find(key: string): Promise<ObjectFacts | undefined>;

  /** An absent object counts as removed. */
  remove(key: string): Promise<void>;

  /** Plays the object by GET, with Range, until `expiresAt`; the caller limits it to an hour. The object may not exist. */
  signedUrl(key: string, grant: LinkGrant): Promise<string>;

  readonly resumable: ResumableWrites;

  /** Clears what killed processes left unfinished before `olderThan`, well before any upload under way. Returns how many. */
  sweepTemporary(olderThan: Date): Promise<number>;
}

/** Written over hours and across restarts. */
export type ResumableWrite = {
  key: string;
  /** Of the whole, fixed from the start; at least 1. */
  bytes: number;
  /** The store's name for the received bytes. */
  handle: string;
};

/**
 * One contract for both adapters (`tests/integrations/storage-resumable.test.ts`), with the errors of `Storage`. A write
 * belongs to one caller at a time: of two that append at once, neither knows how far the other is.
 */
export interface ResumableWrites {
  /** Throws `StorageError("full")` if the room is known and too small. `sweepTemporary` clears unfinished writes. */
  start(key: string, bytes: number): Promise<ResumableWrite>;

  /** Stored bytes, all if the object is in place; undefined if the write does not exist. */
  offset(write: ResumableWrite): Promise<number | undefined>;

  /**
   * Adds a body at `offset`, which must be the last one returned. Returns the new offset. A failing body rejects with its
   * error, but its bytes are kept. Rejects with `ResumableWriteGone`. A body beyond the end is a bug of the caller.
   */
  append(write: ResumableWrite, offset: number, body: Readable): Promise<number>;

  finish(write: ResumableWrite): Promise<void>;

  /** A finished object stays. */
  abandon(write: ResumableWrite): Promise<void>;
}

export class ResumableWriteGone extends Error {
  override readonly name = "ResumableWriteGone";

  static override [Symbol.hasInstance](value: unknown): value is ResumableWriteGone {
    return isErrorNamed(value, "ResumableWriteGone");
  }
}

/** `full`: a retry is no use. */
export type StorageFailure = "full" | "unavailable";

/** An outage. The cause is for the log, never for the visitor. */
export class StorageError extends Error {
  override readonly name = "StorageError";

  static override [Symbol.hasInstance](value: unknown): value is StorageError {
    return isErrorNamed(value, "StorageError");
  }

  constructor(
    readonly reason: StorageFailure,
    operation: string,
    cause: unknown,
  ) {
    super(`storage ${reason} (${operation})`, { cause });
  }
}

/** No space, quota, or file size limit. */
const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Returns a StorageError unchanged. */
export function toStorageError(operation: string, cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  const code = errorCode(cause);
  return new StorageError(code && fullCodes.has(code) ? "full" : "unavailable", operation, cause);
}

export async function atStore<T>(operation: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toStorageError(operation, error);
  }
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
