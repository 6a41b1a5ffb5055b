/**
 * Where the data of a checkout is kept, and as whom PostgreSQL runs on it. A home holds `cluster/` (PostgreSQL's data
 * directory), `password`, `port`, `owner.json` and `server.log`.
 *
 * Usually the home is the folder that was asked for. As root in a checkout that other users cannot enter (mode 700, such
 * as root's own home), it is a folder in /var/tmp named after that path, and a note in the folder asked for says so.
 * Deleting the folder asked for means starting afresh in both cases: without the note the other one is not used again.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  accessSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { lastingTemp, makeTrustedFolder } from "./lasting-temp";
import { canWriteIn, isRoot, postgresUser, type RunAs } from "./run-as";
import { endServerOf } from "./running-server";

export type DataHome = { folder: string; cluster: string; passwordFile: string; runAs: RunAs };

const noteSchema = z.object({ home: z.string(), id: z.string() });

/** Makes the folder where missing. @returns its true path. @throws when it belongs to someone else. */
export function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`${folder} belongs to another user. Start as that user, or have it removed.`, { cause });
  }
  return realpathSync(folder);
}

/**
 * @param dataDir the folder asked for, made and true (`ownFolder`)
 * @param log is told when the data is kept elsewhere
 * @throws when data is there that this user cannot run a database on
 */
export async function decideHome(dataDir: string, log: (line: string) => void): Promise<DataHome> {
  const note = readNote(dataDir);
  if (!isRoot()) {
    const owner = ownerOf(join(dataDir, "cluster"));
    if (note || (owner && owner.uid !== process.getuid?.())) {
      throw new Error(
        `The database in ${dataDir} was made by another user (root?). Start as before, or remove it.`,
      );
    }
    return homeIn(dataDir, undefined);
  }
  const inPlace = ownerOf(join(dataDir, "cluster"));
  if (inPlace) {
    if (canWriteIn(join(dataDir, "cluster"), inPlace)) return homeIn(dataDir, inPlace);
    const advice = "Open the folders above it for passing through (chmod o+x), or remove it to start afresh.";
    throw new Error(`The user that the database in ${dataDir} belongs to can no longer enter it. ${advice}`);
  }
  const user = await postgresUser();
  if (!note && canHoldCluster(dataDir, user)) return homeIn(dataDir, user);
  return await homeElsewhere(dataDir, note, user, log);
}

async function homeElsewhere(
  dataDir: string,
  note: z.infer<typeof noteSchema> | undefined,
  user: { uid: number; gid: number },
  log: (line: string) => void,
): Promise<DataHome> {
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const folder = join(lastingTemp, `sabia-postgres-data-${hash}`);
  makeTrustedFolder(folder);
  if (!note || note.home !== folder || readOrEmpty(join(folder, "id")) !== note.id) {
    await endServerOf(join(folder, "cluster"));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    makeTrustedFolder(folder);
    const id = randomUUID();
    writeFileSync(join(folder, "id"), id);
    writeFileSync(join(dataDir, "kept-elsewhere.json"), JSON.stringify({ home: folder, id }, null, 2));
  }
  log(
    `The database is kept in ${folder}: PostgreSQL does not run as root, and other users cannot enter ${dataDir}.`,
  );
  return homeIn(folder, ownerOf(join(folder, "cluster")) ?? user);
}

function homeIn(folder: string, runAs: RunAs): DataHome {
  return { folder, cluster: join(folder, "cluster"), passwordFile: join(folder, "password"), runAs };
}

/** Tried on a folder of the very kind: made by root, handed to that user, entered and written in by them. */
export function canHoldCluster(folder: string, user: { uid: number; gid: number }): boolean {
  const probe = mkdtempSync(join(folder, "probe-"));
  try {
    chownSync(probe, user.uid, user.gid);
    return canWriteIn(probe, user);
  } catch {
    return false; // a file system that keeps no owners
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
}

function readNote(dataDir: string): z.infer<typeof noteSchema> | undefined {
  const text = readOrEmpty(join(dataDir, "kept-elsewhere.json"));
  if (text === "") return undefined;
  try {
    return noteSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
