/**
 * `node build/damaged-texts.js`: lists stored texts with U+FFFD; `repair` removes it from editable ones
 * (docs/operations.md).
 */
import { openDatabase } from "~/platform/db.server";
import { type DamagedText, listDamagedTexts, repairDamagedTexts } from "./damaged-texts.queries.server";

const shownOfColumn = 200;
const shownCharacters = 160;

const [command = "list", ...others] = process.argv.slice(2);
const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
if (!url || others.length > 0 || (command !== "list" && command !== "repair")) {
  console.error(url ? "usage: damaged-texts.js [list] | repair" : "DATABASE_URL: missing");
  process.exit(2);
}

function print(texts: DamagedText[]): void {
  for (const { column, row, text } of texts) {
    const from = Math.max(0, text.indexOf("\uFFFD") - shownCharacters / 2);
    const excerpt = text.slice(from, from + shownCharacters).replaceAll(/\s+/g, " ");
    console.log(`${column}\t${row}\t${excerpt}`);
  }
}

const { db } = openDatabase(url, (error) => console.error(error.message));
try {
  if (command === "repair") {
    const repaired = await repairDamagedTexts(db);
    print(repaired);
    console.log(`Repaired: ${repaired.length} texts. What remains:`);
  }
  const damaged = await listDamagedTexts(db, shownOfColumn);
  print(damaged);
  console.log(`${damaged.length} texts with U+FFFD, at most ${shownOfColumn} of each column.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.destroy();
}
