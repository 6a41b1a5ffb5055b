import { afterAll, inject } from "vitest";
import { type Database, openDatabase } from "~/platform/db.server";
import { asApplicationRole } from "../../dev/postgres/application-role";
import { createDatabaseFromTemplate, databaseUrl, dropDatabase } from "../../dev/postgres/template-database";
import { onServer } from "./on-server";

export interface TestDatabase {
  /** As the application's role. */
  url: string;
  /** As the owner, who may change the schema and the ledger's past. */
  ownerUrl: string;
  drop(): Promise<void>;
}

/** A migrated, empty database of its own: for each test file one, so that none sees another's rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgresUrl = inject("postgresUrl");
  const ownerUrl = await createDatabaseFromTemplate(postgresUrl, inject("templateDatabase"));
  const url = asApplicationRole(ownerUrl, inject("applicationPassword"));
  return { url, ownerUrl, drop: () => dropDatabase(postgresUrl, ownerUrl) };
}

/** Returns the address of a test's database as its owner. */
export function ownerUrlOf(url: string): string {
  return databaseUrl(inject("postgresUrl"), decodeURIComponent(new URL(url).pathname.slice(1)));
}

/** As `createTestDatabase`, but without a single table: only the owner can do anything with it. */
export async function createEmptyDatabase(name: string): Promise<TestDatabase> {
  const postgresUrl = inject("postgresUrl");
  await onServer(postgresUrl, (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`));
  const url = databaseUrl(postgresUrl, name);
  return { url, ownerUrl: url, drop: () => dropDatabase(postgresUrl, url) };
}

/** A database for this test file, opened as the product opens its own; gone when the file is done. */
export async function openTestDatabase(): Promise<Database> {
  const database = await createTestDatabase();
  const lost: Error[] = [];
  let inUse = true;
  const { db } = openDatabase(database.url, (error) => inUse && lost.push(error));
  afterAll(async () => {
    // pg-pool says that it has ended while its connections are still on their way out: dropping ends those by force.
    inUse = false;
    await db.destroy();
    await database.drop();
    if (lost.length > 0) throw new AggregateError(lost, "database connections were lost");
  });
  return db;
}
