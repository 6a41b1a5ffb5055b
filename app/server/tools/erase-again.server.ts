/** `node build/erase-again.js < log`: after a restore, erases again the accounts that the log names (docs/operations.md). */
import { text } from "node:stream/consumers";
import { erasedMessage } from "~/features/privacy/erase-account.server";
import { parseErasedLines } from "~/features/privacy/erased-lines";
import { repeatErasure } from "~/features/privacy/repeat-erasure.server";
import { openDatabase } from "~/platform/db.server";

const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
if (!url) {
  console.error("DATABASE_URL: missing");
  process.exit(2);
}
const { db } = openDatabase(url, (error) => console.error(error.message));
try {
  const erasures = parseErasedLines(await text(process.stdin), erasedMessage);
  for (const erasure of erasures)
    console.log(`${erasure.userId}\t${await repeatErasure(db, { ...erasure, now: new Date() })}`);
  console.log(`${erasures.length} erasures in the log.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.destroy();
}
