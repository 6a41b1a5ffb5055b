import type { Readable } from "node:stream";
import type { ResumableWrites } from "./resumable-writes";

export type ObjectFacts = {
  /** Length of the object in bytes. */
  bytes: number;
  /** Follows from the ending of the key (`content-type.ts`). */
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
