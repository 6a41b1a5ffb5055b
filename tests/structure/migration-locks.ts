/** Statements of a migration that stop the running release: they lock a table for long, or remove what it uses. */

/** Without comments, except the one that permits a statement; as single spaces. */
interface Statement {
  text: string;
  /** The reason in a comment `-- locks: …` or `-- contracts: …` before the statement. */
  permitted: string | undefined;
}

const rules: [name: string, pattern: RegExp][] = [
  ["an index without CONCURRENTLY", /^(CREATE (UNIQUE )?INDEX|DROP INDEX|REINDEX) (?!CONCURRENTLY)/i],
  [
    "a constraint without NOT VALID",
    /^ALTER TABLE .*\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/i,
  ],
  [
    "a column's constraint that is checked at once",
    /^ALTER TABLE .*\bADD (COLUMN )?(?!CONSTRAINT\b|FOREIGN\b)\w+ .*\bREFERENCES\b/i,
  ],
  [
    "a unique constraint without USING INDEX",
    /^ALTER TABLE .*\bADD (CONSTRAINT \w+ )?(UNIQUE|PRIMARY KEY)\b(?!.*\bUSING INDEX\b)/i,
  ],
  [
    "a column that existing rows do not have",
    /^ALTER TABLE .*\bADD (COLUMN )?(?!CONSTRAINT\b)\w+ (?!.*\bDEFAULT\b).*(?<!\bIS )\bNOT NULL\b/i,
  ],
  [
    "a default that rewrites the table",
    /^ALTER TABLE .*\bADD (COLUMN )?\w+ .*\bDEFAULT \(?(gen_random_uuid|random|clock_timestamp)\b/i,
  ],
  [
    "a stored column that rewrites the table",
    /^ALTER TABLE .*\bADD .*\bGENERATED ALWAYS AS \(.*\) STORED\b/i,
  ],
  ["another type", /^ALTER TABLE .*\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/i],
  ["SET NOT NULL", /^ALTER TABLE .*\bSET NOT NULL\b/i],
  ["another name", /^ALTER TABLE .*\bRENAME\b/i],
  ["something removed", /^(ALTER TABLE .*\bDROP COLUMN|DROP (TABLE|VIEW|TYPE|FUNCTION))\b/i],
  ["every row in one statement", /^(UPDATE|DELETE FROM) (?!.*\bWHERE\b)/i],
  ["a lock of the whole table", /^(LOCK|CLUSTER|VACUUM FULL|TRUNCATE)\b/i],
];

/** Returns what is wrong with the SQL of a migration's `up`: a rule and the beginning of the statement. */
export function findLocks(sql: string): string[] {
  const statements = listStatements(sql);
  const created = new Set(
    statements.flatMap(({ text }) => /^CREATE TABLE (?:IF NOT EXISTS )?([\w.]+)/i.exec(text)?.[1] ?? []),
  );
  return statements.flatMap(({ text, permitted }) => {
    const table =
      /^(?:ALTER TABLE (?:ONLY )?|CREATE (?:UNIQUE )?INDEX .*?\bON (?:ONLY )?|UPDATE |DELETE FROM )([\w.]+)/i.exec(
        text,
      )?.[1];
    // Nobody uses a table of the same migration yet.
    if (permitted || (table && created.has(table))) return [];
    const broken = rules.filter(([, pattern]) => pattern.test(text));
    return broken.map(([name]) => `${name}: ${text.slice(0, 80)}`);
  });
}

function listStatements(sql: string): Statement[] {
  return withoutBodies(sql)
    .split(";")
    .map((piece) => ({
      permitted: /--\s*(?:locks|contracts):\s*(\S.*)/i.exec(piece)?.[1],
      text: piece
        .replace(/--.*$/gm, "")
        .replace(/\/\*[\s\S]*?\*\//g, "")
        .replace(/\s+/g, " ")
        .trim(),
    }))
    .filter(({ text }) => text !== "");
}

/** Without the bodies of functions, whose statements run later. */
function withoutBodies(sql: string): string {
  return sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
}
