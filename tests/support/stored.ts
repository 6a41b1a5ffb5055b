import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { readInOrder } from "./tables";
import type { TestWorld } from "./test-services";

/** Everything of one creator, and all partial writes in the store. */
export interface Stored {
  rows: string[];
  objects: string[];
  halfWritten: string[];
}

export const nothing: Stored = { rows: [], objects: [], halfWritten: [] };

export async function findStored(world: TestWorld, creatorId: string): Promise<Stored> {
  const rows = await readInOrder(world.services.db, "videos", { creator_id: creatorId }, ["id"], "id");
  const files = await listFiles(world.storageDir);
  return {
    rows: rows.map(({ id }) => id),
    objects: files.filter((path) => path.startsWith(`objects/${creatorId}/`)),
    halfWritten: files.filter((path) => path.startsWith("tmp/")),
  };
}

/** Lists again where a folder goes away meanwhile, such as that of a conversion. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    const gone = error instanceof Error && "code" in error && error.code === "ENOENT" && "path" in error;
    if (gone && error.path !== folder) return undefined;
    throw error;
  });
  if (!entries) return listFiles(folder);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
