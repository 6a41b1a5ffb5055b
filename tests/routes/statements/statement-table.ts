import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("./statements.txt", import.meta.url);

export interface Allowed {
  statements: number;
  chain: number;
}

const heading = [
  "# What each request sends to PostgreSQL at most, on the demo data. A test fails over these numbers; write them anew with",
  "# SABIA_WRITE_STATEMENTS=1 npx vitest run tests/routes/statements, and say in the commit why one grew.",
  "# SABIA_LIST_STATEMENTS=<file> adds the texts of the statements to a file.",
  "# Statements, BEGIN and COMMIT included; of them, the longest chain of statements that wait for one another.",
];

/** Returns the numbers of `statements.txt` by request, as `path, who`. */
export function readTable(): Map<string, Allowed> {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const found = /^ *(\d+) +(\d+) {2}(.+)$/.exec(line);
      if (!found) throw new Error(`not a line of the table: ${line}`);
      const [, statements, chain, request = ""] = found;
      return [request, { statements: Number(statements), chain: Number(chain) }];
    }),
  );
}

export function writeTable(measured: ReadonlyMap<string, Allowed>): void {
  const lines = [...measured].map(
    ([request, { statements, chain }]) =>
      `${String(statements).padStart(3)} ${String(chain).padStart(3)}  ${request}`,
  );
  writeFileSync(file, `${[...heading, ...lines].join("\n")}\n`);
}

/** Returns the statements numbered, one a line. */
export function describeStatements(texts: readonly string[]): string {
  return texts.map((text, at) => `${at + 1}. ${text.replace(/\s+/g, " ").trim().slice(0, 400)}`).join("\n");
}
