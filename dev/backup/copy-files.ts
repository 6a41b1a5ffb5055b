import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/**
 * Copies the files below `from` that `to` does not have. Stored files never change, so that a file of the same size is the
 * same. Returns how many were copied.
 */
export async function copyNewFiles(from: string, to: string): Promise<number> {
  let copied = 0;
  for (const path of await listFiles(from)) {
    const target = join(to, path);
    const [source, present] = await Promise.all([sizeOf(join(from, path)), sizeOf(target)]);
    // Removed since it was listed.
    if (source === undefined || source === present) continue;
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(from, path), target);
    copied += 1;
  }
  return copied;
}

/** Returns the SHA-256 of every file below a folder, by its path. */
export async function hashFiles(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const path of await listFiles(folder)) {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk);
    hashes[path] = hash.digest("hex");
  }
  return hashes;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
