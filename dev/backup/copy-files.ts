import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/**
 * Copies what `to` does not have. Stored files never change: one of the same size is the same. A file of a former
 * backup on the same disk is linked and takes no space. Returns how many were copied.
 */
export async function copyNewFiles(from: string, to: string, former?: string): Promise<number> {
  let copied = 0;
  for (const path of await listFiles(from)) {
    const target = join(to, path);
    const [source, present] = await Promise.all([sizeOf(join(from, path)), sizeOf(target)]);
    // Removed since it was listed.
    if (source === undefined || source === present) continue;
    await mkdir(dirname(target), { recursive: true });
    if (
      former &&
      (await sizeOf(join(former, path))) === source &&
      (await isLinked(join(former, path), target))
    )
      continue;
    await copyFile(join(from, path), target);
    copied += 1;
  }
  return copied;
}

/** Copies again what was linked to a damaged file of the former backup; `hashes` gets the new checksums. */
export async function replaceDamaged(
  from: string,
  to: string,
  { hashes, former }: { hashes: Record<string, string>; former: Record<string, string> },
): Promise<void> {
  for (const [path, hash] of Object.entries(hashes)) {
    if (former[path] === undefined || former[path] === hash) continue;
    // Removed first: writing into it would write into the former backup.
    await rm(join(to, path));
    await copyFile(join(from, path), join(to, path)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    if ((await sizeOf(join(to, path))) === undefined) delete hashes[path];
    else hashes[path] = await hashFile(join(to, path));
  }
}

/** SHA-256 by path. */
export async function hashFiles(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const path of await listFiles(folder)) {
    hashes[path] = await hashFile(join(folder, path));
  }
  return hashes;
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** False on a file system without links. */
async function isLinked(path: string, target: string): Promise<boolean> {
  return link(path, target).then(
    () => true,
    () => false,
  );
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
