import type { Client } from "pg";

const tries = 100;
const pauseMs = 200;

/**
 * Analyses tables and marks all their pages as visible, as on a server that has run for a while. Other transactions
 * (such as autovacuum's ANALYZE) can prevent VACUUM from seeing the newest commits, so it is repeated.
 */
export async function settleTables(client: Client, ...tables: string[]): Promise<void> {
  for (let turn = 0; turn < tries; turn += 1) {
    // The tests' PostgreSQL flushes its log late, and VACUUM ignores commits that are not in it.
    if (turn % 20 === 0) await client.query("CHECKPOINT");
    await client.query(`VACUUM ANALYZE ${tables.join(", ")}`);
    const { rows } = await client.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM pg_class WHERE oid = ANY ($1::regclass[]) AND relallvisible < relpages",
      [tables],
    );
    if (rows[0]?.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const { rows } = await client.query(`
    SELECT backend_type, state, backend_xmin, now() - xact_start AS open_for, left(query, 200) AS query
    FROM pg_stat_activity WHERE backend_xmin IS NOT NULL AND pid <> pg_backend_pid()`);
  throw new Error(
    `${tables.join(", ")}: VACUUM could not see every page; snapshots held: ${JSON.stringify(rows)}`,
  );
}
