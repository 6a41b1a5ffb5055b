/** `npm run ask -- <question> [argument] [--json]`, in the image `node build/ask.js`. Lists questions without one. */
import { openDatabase } from "~/platform/db.server";
import { answerQuestion, maxRows, questions } from "./ask.queries.server";

const words = process.argv.slice(2).filter((word) => word !== "--json");
const asJson = words.length < process.argv.length - 2;
const question = questions.find(({ name }) => name === words[0]);
const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;

if (!question) {
  const width = Math.max(...questions.map(({ name }) => name.length));
  for (const { name, sentence } of questions) console.log(`${name.padEnd(width)}  ${sentence}`);
  if (words[0] !== undefined) console.error(`\nNo such question: ${words[0]}`);
  process.exitCode = words[0] === undefined ? 0 : 2;
} else if (!url || (question.sentence.includes("<") && words[1] === undefined)) {
  console.error(url ? question.sentence : "DATABASE_URL: missing");
  process.exitCode = 2;
} else {
  const { db } = openDatabase(url, (error) => console.error(error.message));
  try {
    const rows = await answerQuestion(db, question, words[1] ?? "");
    if (asJson) console.log(JSON.stringify(rows, undefined, 2));
    else printRows(rows);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await db.destroy();
  }
}

/** Tab-separated. */
function printRows(rows: readonly Record<string, unknown>[]): void {
  if (rows[0]) console.log(Object.keys(rows[0]).join("\t"));
  for (const row of rows) console.log(Object.values(row).map(toText).join("\t"));
  console.log(rows.length === maxRows ? `The first ${maxRows} rows.` : `${rows.length} rows.`);
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (value instanceof Date) return value.toISOString();
  // Without control characters: titles and reasons come from people.
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).replaceAll(/\p{Cc}+/gu, " ");
}
