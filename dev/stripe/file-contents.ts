import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** By SHA-256: in memory, or in a folder that outlives the process. */
export interface FileContents {
  keep(bytes: Buffer): string;
  find(digest: string): Buffer | undefined;
}

export function createFileContents(folder: string | undefined): FileContents {
  const kept = new Map<string, Buffer>();
  return {
    keep(bytes) {
      const digest = createHash("sha256").update(bytes).digest("hex");
      if (folder) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, digest), bytes, { mode: 0o600 });
      } else kept.set(digest, bytes);
      return digest;
    },
    find(digest) {
      if (!/^[0-9a-f]{64}$/.test(digest)) return undefined;
      if (!folder) return kept.get(digest);
      const file = join(folder, digest);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
  };
}
