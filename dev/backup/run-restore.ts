/** `npm run restore -- <folder>`, in the image `node build/restore.js <folder>` (docs/operations.md). */
import { restore } from "./back-up";

const [, , folder] = process.argv;
const databaseUrl = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
if (!folder || !databaseUrl) {
  console.error(folder ? "DATABASE_URL: missing" : "usage: restore <folder>");
  process.exit(2);
}
const storageDir = process.env.S3_BUCKET ? undefined : process.env.STORAGE_DIR || undefined;
const { files, madeAt } = await restore({ databaseUrl, storageDir, backup: folder });
console.log(`${madeAt}: the database and ${Object.keys(files).length} files`);
