/** A database as the application's role uses it, and what it refuses that role. */
import pg from "pg";
import { afterAll } from "vitest";
import { createTestDatabase } from "../support/test-database";

/** Opens a new database until the end of the test file. */
export async function openAsApplication() {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** Runs statements in a transaction that is rolled back. Returns the error that refuses them, if any. */
  async function refuse(statements: string): Promise<pg.DatabaseError | undefined> {
    await client.query("BEGIN");
    try {
      await client.query(statements);
      return undefined;
    } catch (error) {
      if (error instanceof pg.DatabaseError) return error;
      throw error;
    } finally {
      await client.query("ROLLBACK");
    }
  }
  return { ...database, client, refuse };
}
