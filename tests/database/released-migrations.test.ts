/**
 * Databases with the former release have applied its migrations in their order. One that is changed, removed or numbered among
 * them would be refused by the migrator of those databases, or never applied.
 */
import { readFileSync } from "node:fs";
import type { Migration } from "kysely";
import { expect, test } from "vitest";
import { listMigrationLines, releasedMigrationsFile } from "../../dev/released-migrations";
import { migrations } from "../../migrations/index";

const released = readFileSync(releasedMigrationsFile, "utf8").trim().split("\n");

test("released migrations are the first ones, in their order and unchanged", async () => {
  expect((await listMigrationLines(migrations)).slice(0, released.length)).toEqual(released);
});

test.each<[string, Record<string, Migration>]>([
  ["inserted before a released one", { ...migrations, "0040-planted": { up: async () => {} } }],
  ["removed", Object.fromEntries(Object.entries(migrations).slice(1))],
  ["changed", { ...migrations, "0078-handles-without-end": { up: async () => {} } }],
])("a migration that is %s is found", async (_, planted) => {
  expect((await listMigrationLines(planted)).slice(0, released.length)).not.toEqual(released);
});
