import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskStorage } from "~/integrations/storage/disk.server";
import { createS3Storage } from "~/integrations/storage/s3.server";
import { serveSignedFiles } from "~/integrations/storage/signed-files.server";
import type { Storage } from "~/integrations/storage/storage";
import { closeServer, listen } from "../support/listen";
import { startS3Server } from "../support/s3/s3-server";

/** A store to try the contract on. */
export type TriedStore = {
  storage: Storage;
  /** What both the store and its links take for the time. */
  setTime(now: Date): void;
  /** The keys of what is stored. */
  keys(): Promise<string[]>;
  /** What is half-written: temporary files or open multipart uploads. */
  halfWritten(): Promise<string[]>;
  /** Makes a signed link absolute. */
  addressOf(link: string): string;
  close(): Promise<void>;
};

export const secret = "a secret of the app, 32 characters";

export async function tryDisk(): Promise<TriedStore & { dir: string; origin: string }> {
  const dir = await mkdtemp(join(tmpdir(), "storage-"));
  let now = new Date();
  const clock = () => now;
  const server = await serve(
    serveSignedFiles({ dir, secrets: [secret], clock, mayOpen: async () => true, onFailure: () => {} }),
  );
  return {
    dir,
    origin: server.origin,
    storage: createDiskStorage({ dir, secrets: [secret], clock }),
    setTime: (time) => {
      now = time;
    },
    keys: () => filesIn(join(dir, "objects")),
    halfWritten: () => filesIn(join(dir, "tmp")),
    addressOf: (link) => server.origin + link,
    async close() {
      await server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export async function tryS3(): Promise<TriedStore> {
  let now: Date | undefined;
  const clock = () => now ?? new Date();
  const server = await startS3Server({ clock });
  return {
    storage: createS3Storage({ ...server.settings, clock }),
    setTime: (time) => {
      now = time;
    },
    keys: async () => server.keys(),
    halfWritten: async () => server.openUploads().map(({ key }) => key),
    addressOf: (link) => link,
    close: server.close,
  };
}

/** The stores that the contract is tried on; tests/engines/s3-gateway.night.test.ts puts a real one in their place. */
export const stores: [name: string, open: () => Promise<TriedStore>][] = [
  ["disk", tryDisk],
  ["s3", tryS3],
];

/** Serves one handler on loopback. */
export async function serve(handler: RequestListener) {
  const server = createServer(handler);
  return { origin: `http://127.0.0.1:${await listen(server)}`, close: () => closeServer(server) };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
