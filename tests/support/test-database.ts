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

/** Creates a migrated, empty database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const postgresUrl = inject("postgresUrl");
  const ownerUrl = await createDatabaseFromTemplate(postgresUrl, inject("templateDatabase"));
  const url = asApplicationRole(ownerUrl, inject("applicationPassword"));
  return { url, ownerUrl, drop: () => dropDatabase(postgresUrl, ownerUrl) };
}

export function ownerUrlOf(url: string): string {
  return databaseUrl(inject("postgresUrl"), decodeURIComponent(new URL(url).pathname.slice(1)));
}

/** As `createTestDatabase`, but without tables. */
export async function createEmptyDatabase(name: string): Promise<TestDatabase> {
  const postgresUrl = inject("postgresUrl");
  await onServer(postgresUrl, (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`));
  const url = databaseUrl(postgresUrl, name);
  return { url, ownerUrl: url, drop: () => dropDatabase(postgresUrl, url) };
}

/** Opens a database for this test file as the product does; drops it at the end. */
export async function openTestDatabase(): Promise<Database> {
  const database = await createTestDatabase();
  const lost: Error[] = [];
  let inUse = true;
  const { db } = openDatabase(database.url, (error) => inUse && lost.push(error));
  afterAll(async () => {
    // pg-pool reports its end while connections are still closing; dropping the database closes them.
    inUse = false;
    await db.destroy();
    await database.drop();
    if (lost.length > 0) throw new AggregateError(lost, "database connections were lost");
  });
  return db;
}
