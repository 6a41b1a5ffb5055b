import pg from "pg";

const { escapeIdentifier } = pg;

/** What the application may do with tables that are append-only, or that triggers alone keep. Every other one it may change. */
const restricted: Record<string, string> = {
  ledger_entries: "SELECT, INSERT",
  ledger_lines: "SELECT, INSERT",
  ledger_adjustments: "SELECT, INSERT",
  audit_entries: "SELECT, INSERT",
  ledger_balances: "SELECT",
  ledger_days: "SELECT",
  ledger_checkpoint: "SELECT",
  ledger_proved_balances: "SELECT",
  ledger_proved_days: "SELECT",
  ledger_touched: "SELECT",
  running_counts: "SELECT",
  shop_words: "SELECT, INSERT",
  topics: "SELECT",
  kysely_migration: "SELECT",
  kysely_migration_lock: "SELECT",
};

/** Of graphile-worker, whose `_private_*` tables have row-level security without a policy. */
const queue = "graphile_worker";

/**
 * Grants a role what the application needs, and nothing that changes the schema or the ledger's past. May be repeated:
 * after each migration, and for each role.
 * @param pool as the owner of the tables
 * @throws when the role does not exist, or is the owner itself
 */
export async function grantApplicationRole(pool: pg.Pool, role: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    // Two releases that grant at once would fail with "tuple concurrently updated".
    await client.query("SELECT pg_advisory_xact_lock(hashtext('grant application role'))");
    await requireOtherRole(client, role);
    for (const statement of await listGrants(client, escapeIdentifier(role))) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function requireOtherRole(client: pg.PoolClient, role: string): Promise<void> {
  const { rows } = await client.query<{ owns: boolean }>(
    "SELECT rolsuper OR pg_has_role(rolname, current_user, 'MEMBER') AS owns FROM pg_roles WHERE rolname = $1",
    [role],
  );
  if (!rows[0]) {
    throw new Error(
      `The role ${role} of DATABASE_URL does not exist. Create it: CREATE ROLE … LOGIN PASSWORD …`,
    );
  }
  if (rows[0].owns) {
    throw new Error(
      `The role ${role} of DATABASE_URL may act as the owner: the application needs another one`,
    );
  }
}

async function listGrants(client: pg.PoolClient, role: string): Promise<string[]> {
  const tables = await listTables(client, "public");
  const queueTables = await listTables(client, queue);
  return [
    `GRANT USAGE ON SCHEMA public, ${queue} TO ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, ${queue} TO ${role}`,
    ...tables.flatMap(({ name }) => [
      `REVOKE ALL ON public.${escapeIdentifier(name)} FROM ${role}`,
      `GRANT ${restricted[name] ?? "SELECT, INSERT, UPDATE, DELETE"} ON public.${escapeIdentifier(name)} TO ${role}`,
    ]),
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${queue} TO ${role}`,
    ...queueTables
      .filter(({ secured }) => secured)
      .map(({ name }) => `${queue}.${escapeIdentifier(name)}`)
      .flatMap((table) => [
        `DROP POLICY IF EXISTS application ON ${table}`,
        // For every role that was granted the table: a second application role needs no policy of its own.
        `CREATE POLICY application ON ${table} USING (true) WITH CHECK (true)`,
      ]),
  ];
}

async function listTables(client: pg.PoolClient, schema: string) {
  const { rows } = await client.query<{ name: string; secured: boolean }>(
    `SELECT relname AS name, relrowsecurity AS secured FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v', 'm')`,
    [schema],
  );
  return rows;
}
