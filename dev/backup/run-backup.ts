/** `npm run backup -- <folder>` (docs/operations.md). By default into BACKUP_DIR, keeping BACKUP_KEEP. */
import { join } from "node:path";
import { backUp, removeOldBackups } from "./back-up";

const { DATABASE_OWNER_URL, DATABASE_URL, S3_BUCKET, STORAGE_DIR, BACKUP_DIR, BACKUP_KEEP } = process.env;
const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
const folder = process.argv[2] ?? (BACKUP_DIR ? join(BACKUP_DIR, stamp) : undefined);
const databaseUrl = DATABASE_OWNER_URL || DATABASE_URL;
const keep = Number(BACKUP_KEEP || 30);
if (!folder) refuse("usage: backup <folder>, or set BACKUP_DIR");
if (!databaseUrl) refuse("DATABASE_URL: missing");
if (!Number.isInteger(keep) || keep < 1) refuse("BACKUP_KEEP: must be a whole number of at least 1");
const storageDir = S3_BUCKET ? undefined : STORAGE_DIR || undefined;
const { files, madeAt } = await backUp({ databaseUrl, storageDir, backup: folder });
console.log(`${madeAt}: the database and ${Object.keys(files).length} files in ${folder}`);
if (process.argv[2] === undefined && BACKUP_DIR)
  for (const old of await removeOldBackups(BACKUP_DIR, keep)) console.log(`removed ${old}`);

function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}
