import { isErrorNamed } from "~/platform/known-by-name";

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

/** Takes an operation's name and what it threw; gives the error to throw instead. */
export function toStorageError(operation: string, cause: unknown): StorageError {
  const code = errorCode(cause);
  return new StorageError(code && fullCodes.has(code) ? "full" : "unavailable", operation, cause);
}

/** Gives the code of a system error (`ENOENT`, …), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
