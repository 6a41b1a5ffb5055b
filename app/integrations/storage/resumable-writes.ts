import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

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
