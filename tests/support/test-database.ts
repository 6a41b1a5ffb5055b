import { type Client, escapeIdentifier } from "pg";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase } from "~/platform/db.server";
import { asApplicationRole } from "../../dev/postgres/application-role";
import { onServer } from "../../dev/postgres/on-server";
import { createDatabaseFromTemplate, databaseUrl, dropDatabase } from "../../dev/postgres/template-database";

export interface TestDatabase {
  /** As the application's role. */
  url: string;
  /** As the owner, who may change the schema and the ledger's past. */
  ownerUrl: string;
  drop(): Promise<void>;
}

/** Creates a migrated, empty database. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgresUrl = inject("postgresUrl");
  const ownerUrl = await createDatabaseFromTemplate(postgresUrl, inject("templateDatabase"));
  const url = asApplicationRole(ownerUrl, inject("applicationPassword"));
  return { url, ownerUrl, drop: () => dropDatabase(postgresUrl, ownerUrl) };
}

/** Databases that a test file of this worker has emptied. */
const emptied: TestDatabase[] = [];
/** Databases opened as their owner, whose schema may have changed. */
const changedByOwner = new Set<string>();

/** Returns an empty database for this test file: the one of the worker's last file, or a new one. */
export async function takeTestDatabase(): Promise<TestDatabase> {
  const database = emptied.pop() ?? (await createTestDatabase());
  await readSeeds(database.ownerUrl);
  return { ...database, drop: () => release(database) };
}

async function release(database: TestDatabase): Promise<void> {
  if (changedByOwner.has(database.ownerUrl)) return database.drop();
  await onServer(database.ownerUrl, emptyTables);
  emptied.push(database);
}

/** Each table's columns, and the rows that migrations insert, as JSON. Read once for each worker. */
let seeds: { table: string; columns: string; rows: string | null }[] | undefined;

async function readSeeds(ownerUrl: string): Promise<void> {
  if (seeds) return;
  seeds = await onServer(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ table: string; columns: string }>(`
      SELECT attrelid::regclass::text AS table,
        string_agg(quote_ident(attname), ', ' ORDER BY attnum) FILTER (WHERE attgenerated = '') AS columns
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped
        AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
      GROUP BY attrelid`);
    const found: NonNullable<typeof seeds> = [];
    for (const table of tables) {
      const { rows } = await client.query<{ rows: string | null }>(
        `SELECT json_agg(t)::text AS rows FROM ${table.table} AS t`,
      );
      found.push({ ...table, rows: rows[0]?.rows ?? null });
    }
    return found;
  });
}

/** Leaves the rows of the migrations, and sequences that begin again, as in a new database. */
async function emptyTables(client: Client): Promise<void> {
  await client.query(`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  // Neither foreign keys nor triggers see this.
  await client.query("SET session_replication_role = replica");
  await client.query(seeds?.map(({ table }) => `DELETE FROM ${table}`).join("; ") ?? "");
  for (const { table, columns, rows } of seeds ?? [])
    if (rows)
      await client.query(
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
          SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
        [rows],
      );
  await client.query(`
    SELECT setval(format('%I.%I', schemaname, sequencename), start_value, false) FROM pg_sequences
    WHERE last_value IS NOT NULL`);
}

/** The address of a test's database for its owner, which may change the schema: no other file gets the database. */
export function ownerUrlOf(url: string): string {
  const ownerUrl = databaseUrl(inject("postgresUrl"), decodeURIComponent(new URL(url).pathname.slice(1)));
  changedByOwner.add(ownerUrl);
  return ownerUrl;
}

/** As `createTestDatabase`, but without tables. */
export async function createEmptyDatabase(name: string): Promise<TestDatabase> {
  const postgresUrl = inject("postgresUrl");
  await onServer(postgresUrl, (client) => client.query(`CREATE DATABASE ${escapeIdentifier(name)}`));
  const url = databaseUrl(postgresUrl, name);
  return { url, ownerUrl: url, drop: () => dropDatabase(postgresUrl, url) };
}

/** Opens a database for this test file as the product does. */
export async function openTestDatabase(): Promise<Database> {
  const database = await takeTestDatabase();
  const lost: Error[] = [];
  let inUse = true;
  const { db } = openDatabase(database.url, (error) => inUse && lost.push(error));
  afterAll(async () => {
    // pg-pool reports its end while connections are still closing; the next file's database has none.
    inUse = false;
    await db.destroy();
    await database.drop();
    if (lost.length > 0) throw new AggregateError(lost, "database connections were lost");
  });
  return db;
}
