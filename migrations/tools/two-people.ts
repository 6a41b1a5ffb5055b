import pg from "pg";

/**
 * Stores whether payouts, refunds by bank transfer, larger adjustments and new administrators need two persons, so that
 * triggers enforce it (0009-payouts.ts).
 * `databaseUrl`: as the owner of the tables; the server's own role may not change it.
 */
export async function requireTwoPeople(databaseUrl: string, required: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("UPDATE two_people_settings SET required = $1 WHERE required <> $1", [required]);
  } finally {
    await client.end();
  }
}
