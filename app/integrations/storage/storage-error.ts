import { isErrorNamed } from "~/integrations/known-by-name";

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
