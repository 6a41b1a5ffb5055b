import type { Client } from "pg";

const tries = 100;
const pauseMs = 200;

/**
 * Brings tables to where plans are made as on a server that has run for a while: counted, and every page known to be
 * visible to all. Whoever else looks at the database (autovacuum's own ANALYZE, say) can keep a VACUUM from believing
 * the newest commits, so it is repeated until it does.
 */
export async function settleTables(client: Client, ...tables: string[]): Promise<void> {
  // The tests' PostgreSQL writes its log late, and VACUUM believes no commit that is not in it.
  await client.query("CHECKPOINT");
  for (let turn = 0; turn < tries; turn += 1) {
    await client.query(`VACUUM ANALYZE ${tables.join(", ")}`);
    const { rows } = await client.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM pg_class WHERE oid = ANY ($1::regclass[]) AND relallvisible < relpages",
      [tables],
    );
    if (rows[0]?.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`${tables.join(", ")}: VACUUM could not make every page visible to all`);
}
