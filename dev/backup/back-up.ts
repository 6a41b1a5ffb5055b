import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { backupManifest as manifestName } from "../../app/platform/health/machine.server";
import { onServer } from "../postgres/on-server";
import { copyNewFiles, hashFile, hashFiles, replaceDamaged } from "./copy-files";

const run = promisify(execFile);

interface Machine {
  /** As the owner of the tables. */
  databaseUrl: string;
  /** Undefined where files are in a bucket, which is backed up by its own versioning. */
  storageDir: string | undefined;
  backup: string;
  /** Folder of pg_dump and pg_restore; by default the PATH. */
  programs?: string;
}

interface Manifest {
  madeAt: string;
  database: string;
  files: Record<string, string>;
}

const dumpName = "database.dump";
const filesName = "files";

/**
 * Writes a new folder while the server runs. Files are copied before and after the database, so that all that it names
 * are there; those of the newest backup beside it are linked. The folder gets its name when complete, with checksums.
 * Throws when it exists, or pg_dump fails, such as one older than the server.
 */
export async function backUp({ databaseUrl, storageDir, backup, programs = "" }: Machine): Promise<Manifest> {
  if (await readdir(backup).catch(() => undefined)) throw new Error(`${backup} exists`);
  const unfinished = `${backup}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, filesName), { recursive: true, mode: 0o700 });
  const former = (await listBackups(dirname(backup)))[0];
  const formerFiles = former && join(former.folder, filesName);
  const copyAll = async () => {
    if (storageDir) await copyNewFiles(join(storageDir, "objects"), join(unfinished, filesName), formerFiles);
  };
  await copyAll();
  const dump = join(unfinished, dumpName);
  await run(join(programs, "pg_dump"), ["--format=custom", `--file=${dump}`, ...connection(databaseUrl)], {
    env: withPassword(databaseUrl),
  });
  await copyAll();
  const files = await hashFiles(join(unfinished, filesName));
  if (storageDir && former)
    await replaceDamaged(join(storageDir, "objects"), join(unfinished, filesName), {
      hashes: files,
      former: former.manifest.files,
    });
  const manifest: Manifest = {
    madeAt: new Date().toISOString(),
    database: await hashFile(dump),
    files,
  };
  await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(unfinished, backup);
  return manifest;
}

async function listBackups(parent: string): Promise<{ folder: string; manifest: Manifest }[]> {
  const found = await Promise.all(
    (await readdir(parent).catch(() => [])).map(async (name) => {
      const folder = join(parent, name);
      const text = await readFile(join(folder, manifestName), "utf8").catch(() => undefined);
      return text === undefined ? [] : [{ folder, manifest: JSON.parse(text) as Manifest }];
    }),
  );
  return found.flat().sort((one, other) => other.manifest.madeAt.localeCompare(one.manifest.madeAt));
}

/** Returns the removed folders. */
export async function removeOldBackups(parent: string, keep: number): Promise<string[]> {
  const old = (await listBackups(parent)).slice(keep).map(({ folder }) => folder);
  // Without its manifest a folder that could not be removed whole is no backup.
  for (const folder of old) {
    await rm(join(folder, manifestName));
    await rm(folder, { recursive: true, force: true });
  }
  return old;
}

/** Throws, changing nothing, when the backup is not as its manifest says, or the database has tables. */
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
    // The migrations, which follow, grant the rights.
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
  const sql = "SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace('public') LIMIT 1";
  const { rowCount } = await onServer(databaseUrl, (client) => client.query(sql));
  return (rowCount ?? 0) > 0;
}

/** The password is in the environment: every user of the machine sees a program's arguments. */
function connection(databaseUrl: string): string[] {
  const url = new URL(databaseUrl);
  url.password = "";
  return [`--dbname=${url.href}`];
}

function withPassword(databaseUrl: string): NodeJS.ProcessEnv {
  return { ...process.env, PGPASSWORD: decodeURIComponent(new URL(databaseUrl).password) };
}
