/** Homes for databases that live as long as a test run, in a temporary folder. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canHoldCluster, type DataHome } from "./data-home";
import { lastingTemp } from "./lasting-temp";
import { isOwnerAlive, readOwner, thisProcess } from "../processes/owner";
import { isRoot, postgresUser } from "./run-as";
import { endServerOf } from "./running-server";

const prefix = "sabia-postgres-throwaway-";
/** A folder without an owner yet is being made by someone; after this it was left by one that was killed. */
const grownOldMs = 10 * 60_000;

/**
 * Makes a new, empty home and removes those whose makers were killed.
 * @param parent the folder to make it in; the system's temporary directory by default. As root, where PostgreSQL's user
 *   cannot enter that, it is made in the system's (lasting) temporary directory.
 */
export async function throwawayHome(parent: string | undefined): Promise<DataHome> {
  const user = isRoot() ? await postgresUser() : undefined;
  for (const place of new Set([parent ?? tmpdir(), tmpdir(), lastingTemp])) {
    mkdirSync(place, { recursive: true });
    await removeAbandoned(place);
    const folder = realpathSync(mkdtempSync(join(place, prefix)));
    writeFileSync(join(folder, "owner.json"), JSON.stringify(thisProcess()));
    if (user) chmodSync(folder, 0o711);
    if (!user || canHoldCluster(folder, user)) {
      return {
        folder,
        cluster: join(folder, "cluster"),
        passwordFile: join(folder, "password"),
        runAs: user,
      };
    }
    await removeThrowaway(folder);
  }
  throw new Error(
    `The user postgres can enter none of the temporary folders (${parent ?? tmpdir()}, ${lastingTemp}).`,
  );
}

export async function removeThrowaway(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function removeAbandoned(place: string): Promise<void> {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(place, name);
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (!stat?.isDirectory() || stat.uid !== process.getuid?.()) continue;
    const owner = readOwner(join(folder, "owner.json"));
    if (owner ? isOwnerAlive(owner) : Date.now() - stat.mtimeMs < grownOldMs) continue;
    await endServerOf(join(folder, "cluster"));
    await removeThrowaway(folder);
  }
}
