/**
 * As whom PostgreSQL runs. It refuses to run as root, so a start as root hands it to the owner of the data, or to the
 * system user `postgres`, made where missing. Any other user runs it as themselves.
 */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { programEnvironment } from "./program-environment";

const run = promisify(execFile);

/** Ids for `spawn`; undefined: as the user who is running this. */
export type RunAs = { uid: number; gid: number } | undefined;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The user `postgres`, made with groupadd and useradd (no home, no shell) where missing. Only to be asked as root.
 * @throws when the user neither exists nor can be made.
 */
export async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const known = await lookUp();
  if (known) return known;
  try {
    await run("groupadd", ["--system", "--force", "postgres"], { env: programEnvironment() });
    const options = ["--system", "--gid", "postgres", "--no-create-home", "--shell", "/usr/sbin/nologin"];
    await run("useradd", [...options, "postgres"], { env: programEnvironment() });
  } catch (cause) {
    // Another start may have made it at the same moment.
    const made = await lookUp();
    if (made) return made;
    const message = "PostgreSQL does not run as root, and the user `postgres` could not be made.";
    throw new Error(`${message} Make it, start as another user, or set DATABASE_URL.`, { cause });
  }
  const made = await lookUp();
  if (!made) throw new Error("The user `postgres` was made, but the system does not know it.");
  return made;
}

/** Whether PostgreSQL's user can enter this folder (through every folder above it) and write in it. */
export function canWriteIn(folder: string, runAs: RunAs): boolean {
  const probe = ["-c", 'cd -- "$1" && [ -r . ] && [ -w . ]', "sh", folder];
  return spawnSync("/bin/sh", probe, { ...runAs, cwd: "/", stdio: "ignore" }).status === 0;
}

async function lookUp(): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ["-u", "-g"].map(async (flag) =>
        Number((await run("id", [flag, "postgres"], { env: programEnvironment() })).stdout),
      ),
    );
    return uid !== undefined && gid !== undefined && uid > 0 ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}
