import ts from "typescript";
import { describe, expect, test } from "vitest";
import { endOfBaseline, migrations } from "../../migrations/index";
import { findLocks } from "./migration-locks";
import { parse, readText, walk } from "./sources";

/** Returns the texts of all sql templates in the function `up`; a placeholder counts as a word. */
function sqlOfUp(source: string): string {
  const found: string[] = [];
  for (const statement of parse(source).statements) {
    if (!ts.isFunctionDeclaration(statement) || statement.name?.text === "down") continue;
    walk(statement, (node) => {
      if (ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
      if (ts.isTemplateExpression(node)) {
        found.push(
          node.head.text + node.templateSpans.map(({ literal }) => `placeholder${literal.text}`).join(""),
        );
      }
    });
  }
  return found.join(";\n");
}

/** Returns what blocks the running release, by migration. The baseline makes an empty database: nobody waits for it. */
function findBlocking(names: readonly string[], read: (name: string) => string): string[] {
  return names
    .filter((name) => name > endOfBaseline)
    .flatMap((name) => findLocks(sqlOfUp(read(name))).map((what) => `${name}: ${what}`));
}

test("no new migration blocks the running release", () => {
  const names = Object.keys(migrations);
  expect(findBlocking(names, (name) => readText(`migrations/${name}.ts`))).toEqual([]);
});

test("the check names a new migration that blocks, and leaves out the baseline", () => {
  const planted = "export async function up(db) { await sql`DROP TABLE videos`.execute(db); }";
  expect(findBlocking([endOfBaseline, "0600-planted"], () => planted)).toEqual([
    "0600-planted: something removed: DROP TABLE videos",
  ]);
});

test("the check reads the SQL of a migration's up, and not of its down", () => {
  const source =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code as text
    'export async function up(db) { await sql`UPDATE videos SET title = ${"x"}`.execute(db); }\n' +
    "export async function down(db) { await sql`DROP TABLE videos`.execute(db); }";
  expect(findLocks(sqlOfUp(source))).toEqual([
    "every row in one statement: UPDATE videos SET title = placeholder",
  ]);
});

describe("the check of migration locks refuses", () => {
  test.each([
    "CREATE INDEX a_idx ON videos (title)",
    "CREATE UNIQUE INDEX a_idx ON videos (title)",
    "DROP INDEX a_idx",
    "ALTER TABLE videos ADD CONSTRAINT positive CHECK (price_cents > 0)",
    "ALTER TABLE videos ADD COLUMN topic_id bigint REFERENCES topics (id)",
    "ALTER TABLE videos ADD CONSTRAINT a_fkey FOREIGN KEY (topic_id) REFERENCES topics",
    "ALTER TABLE videos ADD CONSTRAINT a_key UNIQUE (title)",
    "ALTER TABLE videos ADD city text NOT NULL",
    "ALTER TABLE videos ADD token uuid NOT NULL DEFAULT gen_random_uuid()",
    "ALTER TABLE videos ADD plain text GENERATED ALWAYS AS (lower(title)) STORED",
    "ALTER TABLE videos ALTER COLUMN price_cents TYPE bigint",
    "ALTER TABLE videos ALTER title SET NOT NULL",
    "ALTER TABLE videos RENAME COLUMN title TO name",
    "ALTER TABLE videos DROP COLUMN title",
    "DROP TABLE videos",
    "UPDATE videos SET title = ''",
    "LOCK TABLE videos",
    "TRUNCATE videos",
  ])("%s", (sql) => expect(findLocks(sql)).toHaveLength(1));
});

describe("the check of migration locks permits", () => {
  test.each([
    "CREATE INDEX CONCURRENTLY a_idx ON videos (title)",
    "CREATE TABLE cities (id bigint); CREATE INDEX cities_idx ON cities (id); ALTER TABLE cities ALTER id SET NOT NULL",
    "ALTER TABLE videos ADD city text NOT NULL DEFAULT ''",
    "ALTER TABLE videos ADD CONSTRAINT positive CHECK (price_cents > 0) NOT VALID",
    "ALTER TABLE videos ADD CONSTRAINT a_fkey FOREIGN KEY (topic_id) REFERENCES topics NOT VALID",
    "ALTER TABLE videos ADD CONSTRAINT named CHECK (a IS NULL OR b IS NOT NULL) NOT VALID",
    "ALTER TABLE videos VALIDATE CONSTRAINT positive",
    "ALTER TABLE videos ADD CONSTRAINT a_key UNIQUE USING INDEX a_idx",
    "UPDATE videos SET title = '' WHERE id IN (SELECT id FROM videos WHERE title IS NULL LIMIT 1000)",
    "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM videos; $$",
    "-- contracts: not read since the release of May\nALTER TABLE videos DROP COLUMN title",
    "-- locks: a dozen rows\nALTER TABLE topics ALTER slug SET NOT NULL",
  ])("%s", (sql) => expect(findLocks(sql)).toEqual([]));
});
