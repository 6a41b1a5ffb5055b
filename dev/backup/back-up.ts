import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { copyNewFiles, hashFiles } from "./copy-files";

const run = promisify(execFile);

interface Machine {
  /** As the owner of the tables. */
  databaseUrl: string;
  /** The folder of the stored files; undefined where they are in a bucket, which is backed up by its own versioning. */
  storageDir: string | undefined;
  /** The folder of the backup. */
  backup: string;
  /** The folder of pg_dump and pg_restore; without it they are found on the PATH. */
  programs?: string;
}

interface Manifest {
  madeAt: string;
  database: string;
  files: Record<string, string>;
}

const dumpName = "database.dump";
const filesName = "files";
const manifestName = "manifest.json";

/**
 * Writes database and files into a new folder while the server runs. Files are copied before and after the database: every
 * file that the copied database names is among them. The folder gets its name when it is complete, with a manifest of
 * checksums. Throws when the folder exists, or pg_dump fails, such as one older than the server.
 */
export async function backUp({ databaseUrl, storageDir, backup, programs = "" }: Machine): Promise<Manifest> {
  if (await readdir(backup).catch(() => undefined)) throw new Error(`${backup} exists`);
  const unfinished = `${backup}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, filesName), { recursive: true, mode: 0o700 });
  const copyAll = async () => {
    if (storageDir) await copyNewFiles(join(storageDir, "objects"), join(unfinished, filesName));
  };
  await copyAll();
  const dump = join(unfinished, dumpName);
  await run(join(programs, "pg_dump"), ["--format=custom", `--file=${dump}`, ...connection(databaseUrl)], {
    env: withPassword(databaseUrl),
  });
  await copyAll();
  const manifest: Manifest = {
    madeAt: new Date().toISOString(),
    database: await hashFile(dump),
    files: await hashFiles(join(unfinished, filesName)),
  };
  await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(unfinished, backup);
  return manifest;
}

/**
 * Restores a backup into an empty database and an empty folder. Throws, before anything is changed, when the backup is not
 * as its manifest says, or the database has tables; a database that could not be restored whole stays empty.
 */
export async function restore({
  databaseUrl,
  storageDir,
  backup,
  programs = "",
}: Machine): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(join(backup, manifestName), "utf8")) as Manifest;
  const dump = join(backup, dumpName);
  const files = await hashFiles(join(backup, filesName));
  const damaged = Object.keys(manifest.files).filter((path) => files[path] !== manifest.files[path]);
  if ((await hashFile(dump)) !== manifest.database) damaged.push(dumpName);
  if (damaged.length > 0) throw new Error(`the backup is damaged: ${damaged.slice(0, 5).join(", ")}`);
  if (await hasTables(databaseUrl)) throw new Error("the database is not empty");
  await run(
    join(programs, "pg_restore"),
    // Rights are granted by the migrations, which follow.
    [
      "--no-owner",
      "--no-privileges",
      "--exit-on-error",
      "--single-transaction",
      ...connection(databaseUrl),
      dump,
    ],
    { env: withPassword(databaseUrl) },
  );
  if (storageDir) await copyNewFiles(join(backup, filesName), join(storageDir, "objects"));
  return manifest;
}

async function hasTables(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace('public') LIMIT 1",
    );
    return (rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

/** The password is in the environment: the arguments of a program are visible to every user of the machine. */
function connection(databaseUrl: string): string[] {
  const url = new URL(databaseUrl);
  url.password = "";
  return [`--dbname=${url.href}`];
}

function withPassword(databaseUrl: string): NodeJS.ProcessEnv {
  return { ...process.env, PGPASSWORD: decodeURIComponent(new URL(databaseUrl).password) };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
