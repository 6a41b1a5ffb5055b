import { createHash } from "node:crypto";
import {
  DummyDriver,
  Kysely,
  type Migration,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";

export const releasedMigrationsFile = "tests/database/released-migrations.txt";

/**
 * Returns a line for each migration, in the order in which they are applied: its name and a digest of the statements that its
 * `up` sends. Comments and format of the file do not count.
 */
export async function listMigrationLines(migrations: Record<string, Migration>): Promise<string[]> {
  const lines: string[] = [];
  for (const name of Object.keys(migrations).sort())
    lines.push(`${name} ${await digestOf(migrations[name] as Migration)}`);
  return lines;
}

async function digestOf(migration: Migration): Promise<string> {
  const digest = createHash("sha256");
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => {
      digest.update(`${sql.replaceAll(/\s+/g, " ").trim()} ${JSON.stringify(parameters)}\n`);
    },
  });
  await migration.up(db);
  await db.destroy();
  return digest.digest("hex").slice(0, 16);
}
