/**
 * Folders of our own in the system's lasting temporary directory, for root in a checkout that other users cannot enter.
 * Everyone may write there, under any name: a folder counts only if root made it and nobody else can write in it.
 */
import { existsSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";

/** `/var/tmp` outlives a restart (Filesystem Hierarchy Standard 3.0, 5.15). */
export const lastingTemp = realpathSync(existsSync("/var/tmp") ? "/var/tmp" : tmpdir());

/** @throws when something stands there that someone else could have put there. */
export function makeTrustedFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!isTrustedFolder(folder)) {
      throw new Error(
        `${folder} exists, but was not made by this user or can be written by others. Remove it.`,
      );
    }
    return;
  }
  mkdirSync(folder, { mode: 0o711 });
}

/** Whether it is a true folder (no link) of this user's that nobody else can write in. */
export function isTrustedFolder(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}
