import type { Readable } from "node:stream";
import { type Storage, StorageError, type StorageFailure } from "~/integrations/storage/storage";

export interface Fault {
  operation: "put" | "remove" | "find" | "check" | "signedUrl" | "sweepTemporary";
  /** The keys that fail; by default all. */
  key?: RegExp;
  /** For `put`: bytes accepted before the failure. */
  afterBytes?: number;
  reason?: StorageFailure;
}

/**
 * A real store in which one operation fails as in an outage: partial writes are removed and the body is destroyed, as
 * the contract requires.
 */
export function breakStorage(storage: Storage, fault: Fault): Storage {
  const strikes = (operation: Fault["operation"], key: string) =>
    fault.operation === operation && (fault.key?.test(key) ?? true);
  const fail = (operation: string) =>
    new StorageError(fault.reason ?? "unavailable", operation, new Error("planted"));
  return {
    ...storage,
    async put(key, body, options) {
      if (!strikes("put", key)) return storage.put(key, body, options);
      await take(body, fault.afterBytes ?? 0);
      throw fail("put");
    },
    async remove(key) {
      if (strikes("remove", key)) throw fail("remove");
      return storage.remove(key);
    },
    async check() {
      if (strikes("check", "")) throw fail("check");
      return storage.check();
    },
    async find(key) {
      if (strikes("find", key)) throw fail("find");
      return storage.find(key);
    },
    async signedUrl(key, grant) {
      if (strikes("signedUrl", key)) throw fail("signedUrl");
      return storage.signedUrl(key, grant);
    },
  };
}

async function take(body: Readable, bytes: number): Promise<void> {
  let taken = 0;
  body.on("error", () => {});
  if (bytes > 0) {
    for await (const chunk of body) {
      taken += chunk.length;
      if (taken >= bytes) break;
    }
  }
  body.destroy();
}
