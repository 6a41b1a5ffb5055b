/** The types of the database's tables, as `app/platform/schema.ts` holds them. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "..");

/**
 * Reads a migrated database with kysely-codegen, as `.kysely-codegenrc.json` says.
 * @param databaseUrl of a database with every migration applied
 * @returns the text of the file
 */
export async function generateSchema(databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sabia-schema-"));
  const outFile = join(folder, "schema.ts");
  const generator = join(root, "node_modules/kysely-codegen/dist/cli/bin.js");
  try {
    const options = ["--url", databaseUrl, "--out-file", outFile, "--log-level", "error"];
    await run(process.execPath, [generator, ...options], { cwd: root });
    return await readFile(outFile, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
