/**
 * The statements of the former release on this release's schema: during a deployment both run at once, and the former one may
 * come back (docs/decisions/0088). They were recorded by `npm run record-statements`.
 */
import { readFileSync } from "node:fs";
import type pg from "pg";
import { expect, test } from "vitest";
import { onServer } from "../support/on-server";
import { createTestDatabase } from "../support/test-database";

const statements = readFileSync("tests/database/released-statements.sql", "utf8").trim().split("\n;\n");

/** Returns what PostgreSQL says about each statement that it does not accept. */
async function listRefused(client: pg.Client): Promise<string[]> {
  const refused: string[] = [];
  for (const [at, statement] of statements.entries()) {
    try {
      await client.query(`PREPARE released_${at} AS ${statement}`);
    } catch (error) {
      refused.push(`${(error as Error).message}: ${statement}`);
    }
  }
  return refused;
}

/** Returns `table.column` for each column that an INSERT must name and one of the statements does not. */
async function listUnnamed(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO' AND is_generated = 'NEVER'`,
  );
  const missing = statements.flatMap((statement) =>
    [...statement.matchAll(/\binsert\s+into\s+"?(\w+)"?\s*\(([^)]*)\)/gi)].flatMap(([, table, list = ""]) => {
      const named = list.split(",").map((name) => name.trim().replaceAll('"', ""));
      return rows
        .filter((row) => row.table_name === table && !named.includes(row.column_name))
        .map((row) => `${row.table_name}.${row.column_name}`);
    }),
  );
  return [...new Set(missing)];
}

test("are accepted by the schema, and insert every column that it requires", async () => {
  // All that the tests of features, routes and server send; fewer when one of them ran without the recorder.
  expect(statements.length).toBeGreaterThan(1_000);
  const { ownerUrl, drop } = await createTestDatabase();
  await onServer(ownerUrl, async (client) => {
    expect(await listRefused(client)).toEqual([]);
    expect(await listUnnamed(client)).toEqual([]);
  });
  await drop();
});

test("a column that was renamed, and a new one that must be given, are found", async () => {
  const { ownerUrl, drop } = await createTestDatabase();
  await onServer(ownerUrl, async (client) => {
    await client.query("ALTER TABLE sales ADD planted text NOT NULL");
    await client.query("ALTER TABLE videos RENAME title TO name");
    expect((await listRefused(client)).join()).toMatch(/column .*title.* does not exist/);
    expect((await listUnnamed(client)).sort()).toEqual(["sales.planted", "videos.name"]);
  });
  await drop();
});
