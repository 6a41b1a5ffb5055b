import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

export type ObjectFacts = {
  /** Length of the object in bytes. */
  bytes: number;
  /** Follows from the ending of the key (`file-headers.ts`). */
  contentType: string;
};

/** A part of an object: first and last byte, both included, counted from 0. A last byte past the end is clamped. */
export type ObjectRange = { start: number; end: number };

/**
 * Whom a link is for, and until when (whole seconds; a rest is cut off). `saveAs`: the file's name; the browser then
 * saves the object instead of showing it.
 */
export type LinkGrant = { viewerId: string; expiresAt: Date; saveAs?: string };

/**
 * Where uploaded files live. Two adapters, one contract (`tests/integrations/storage.test.ts`): `disk.server.ts` and
 * `s3.server.ts`.
 *
 * Every method refuses a malformed key with `InvalidStorageKey` (a bug of the caller), and throws `StorageError`
 * when the store fails (an outage). Keys are made anew for each upload, never reused for other content.
 */
export interface Storage {
  /** Where signed links lead, for the Content-Security-Policy; undefined where they stay on the site itself. */
  readonly linkOrigin: string | undefined;

  /**
   * Streams a body to a key in bounded memory, replacing what was there.
   * Resolved means stored whole. Rejected means that nothing stays behind: no object, no temporary file, no open
   * multipart upload; the body is destroyed. It rejects with the signal's reason on abort, with the body's own
   * error where the body failed, and with `StorageError` where the store did.
   */
  put(key: string, body: Readable, options?: { signal?: AbortSignal }): Promise<{ bytes: number }>;

  /**
   * Returns the object, or undefined if there is none. `bytes` is what the body will yield: with a range its length,
   * 0 for one that starts past the end. The caller reads the body to its end or destroys it. Aborting the signal
   * gives up the wait and ends the body.
   */
  open(
    key: string,
    options?: { range?: ObjectRange; signal?: AbortSignal },
  ): Promise<(ObjectFacts & { body: Readable }) | undefined>;

  /** Resolves when the store answers; on a disk, when its folder can be written. Throws `StorageError` otherwise. */
  check(): Promise<void>;

  /** Returns the length and type of an object, or undefined if there is none. */
  find(key: string): Promise<ObjectFacts | undefined>;

  /** Removes an object. One that is absent counts as done. */
  remove(key: string): Promise<void>;

  /**
   * Returns a link that plays the object, by GET, with Range, until `expiresAt` (in the future; the caller sets the
   * limit of one hour), and expires at that very second. The object may not exist.
   */
  signedUrl(key: string, grant: LinkGrant): Promise<string>;

  /** Objects that are written over many connections. */
  readonly resumable: ResumableWrites;

  /**
   * Clears what a killed process left half-written before the given time: temporary files, open multipart uploads.
   * Returns how many. Pass a time well before the longest upload under way began.
   */
  sweepTemporary(olderThan: Date): Promise<number>;
}

/** An object that is written bit by bit, over hours and across restarts. The caller keeps all three together. */
export type ResumableWrite = {
  /** The key of the complete object; nothing is there before. */
  key: string;
  /** Length of the whole in bytes, fixed from the start; at least 1. */
  bytes: number;
  /** The store's own name for the bytes received so far. */
  handle: string;
};

/**
 * Writing an object over many connections. One contract for both adapters:
 * `tests/integrations/storage-resumable.test.ts`.
 *
 * Errors are those of `Storage`. A write belongs to one caller at a time: two that append at once both keep to the
 * offsets, so equal bytes stay equal, but neither knows how far the other is.
 */
export interface ResumableWrites {
  /**
   * Begins a write. Throws `StorageError("full")` where the room left is known and too small.
   * A write never finished is cleared by `sweepTemporary`.
   */
  start(key: string, bytes: number): Promise<ResumableWrite>;

  /** Returns how many bytes are kept, all of them if the object is in place; undefined if the write does not exist. */
  offset(write: ResumableWrite): Promise<number | undefined>;

  /**
   * Adds a body at an offset, which must be what `offset` last gave. Returns the new offset once the body has ended.
   * A body that fails midway rejects with its error, but its bytes so far are kept: see `offset`. Rejects with
   * `ResumableWriteGone` if the write does not exist. A body that goes past the end is a bug of the caller.
   */
  append(write: ResumableWrite, offset: number, body: Readable): Promise<number>;

  /** Puts the object in its place, whole. Once it is there, further calls do nothing. */
  finish(write: ResumableWrite): Promise<void>;

  /** Discards the bytes received. A finished object stays: see `remove`. */
  abandon(write: ResumableWrite): Promise<void>;
}

/** The write was abandoned or swept, and cannot be resumed. */
export class ResumableWriteGone extends Error {
  override readonly name = "ResumableWriteGone";

  static override [Symbol.hasInstance](value: unknown): value is ResumableWriteGone {
    return isErrorNamed(value, "ResumableWriteGone");
  }
}

/** `full`: no room left, and trying again will not help. `unavailable`: anything else a store can suffer from. */
export type StorageFailure = "full" | "unavailable";

/** The store failed: an outage, not an answer. The cause is for the log, never for the visitor. */
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

/** No room (ENOSPC), none left of one's share (EDQUOT), none under the file size limit (EFBIG). */
const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Returns a StorageError for what an operation threw; a StorageError is returned unchanged. */
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

/** Returns the code of a system error (`ENOENT`, …), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
