import pg from "pg";
import { MigrationRefused } from "./migration-refused.js";

const { escapeIdentifier } = pg;

/**
 * What the application may do with tables that are append-only, or that triggers alone keep, and with those about
 * money: nothing of a sale, refund or payout is deleted, and the columns in `changesAllBut` never change. Every other
 * table it may change.
 */
const restricted: Record<string, string> = {
  ledger_entries: "SELECT, INSERT",
  ledger_lines: "SELECT, INSERT",
  ledger_adjustments: "SELECT, INSERT",
  creator_fees: "SELECT, INSERT",
  smallest_payouts: "SELECT, INSERT",
  release_rules: "SELECT, INSERT",
  creator_reserves: "SELECT, INSERT",
  commission_invoices: "SELECT, INSERT, UPDATE (number, link, imported_by, imported_at)",
  audit_entries: "SELECT, INSERT",
  data_key_checks: "SELECT, INSERT",
  admin_grants: "SELECT",
  user_roles: "SELECT, INSERT, DELETE",
  two_people_settings: "SELECT",
  money_states: "SELECT",
  second_person_requests: "SELECT, INSERT, UPDATE (status, decided_by, decided_at)",
  ledger_balances: "SELECT",
  ledger_days: "SELECT",
  ledger_checkpoint: "SELECT",
  ledger_proofs: "SELECT, INSERT, UPDATE (finished_at, violations, failure)",
  ledger_proof_findings: "SELECT",
  ledger_anchors: "SELECT",
  sales: "SELECT",
  payments: "SELECT",
  sale_shares: "SELECT",
  sale_rebuilds: "SELECT",
  access_grants: "SELECT",
  sale_credits: "SELECT, INSERT",
  access_claims: "SELECT",
  free_accesses: "SELECT, INSERT",
  free_access_credits: "SELECT",
  gifts: "SELECT, INSERT, UPDATE (email, message, deliver_at, link_version, taken_by, taken_at)",
  guest_invitations: "SELECT, INSERT, UPDATE (email, taken_by, taken_at, revoked_at)",
  declined_invitations: "SELECT, INSERT",
  refunds: "SELECT, INSERT",
  disputes: "SELECT, INSERT",
  dispute_answers: "SELECT, INSERT, UPDATE",
  payouts: "SELECT, INSERT",
  payout_batches: "SELECT, INSERT",
  payment_events: "SELECT, INSERT",
  provider_movements: "SELECT, INSERT, UPDATE (sale_id)",
  reconciliations: "SELECT, INSERT",
  reconciliation_differences: "SELECT, INSERT",
  videos: "SELECT, INSERT, DELETE",
  ledger_proved_balances: "SELECT",
  ledger_proved_days: "SELECT",
  ledger_touched: "SELECT",
  running_counts: "SELECT",
  shop_words: "SELECT, INSERT",
  topics: "SELECT",
  kysely_migration: "SELECT",
  kysely_migration_lock: "SELECT",
};

/** Columns that are decided when the row is added. A new column of these tables may change. */
const changesAllBut: Record<string, readonly string[]> = {
  sales: [
    "id",
    "video_id",
    "consumer_id",
    "amount_cents",
    "currency",
    "created_at",
    "platform_share_bp",
    "platform_fee_cents",
    "creator_earnings_cents",
    "rebuilt_at",
    "purchase_number",
    "is_gift",
    "payment_id",
  ],
  refunds: ["id", "sale_id", "amount_cents", "reason", "requested_by", "created_at", "pix_key_changes"],
  disputes: ["id", "sale_id", "created_at"],
  payouts: ["id", "batch_id", "creator_id", "amount_cents", "payment_method", "created_at"],
  payment_events: ["id", "received_at"],
  reconciliations: ["id", "since", "started_at"],
  videos: ["id", "creator_id"],
};

/** Columns that the application cannot set when it adds a row; it may set the others. A new column may be set. */
const addsAllBut: Record<string, readonly string[]> = {
  // `rebuild_sale` sets the first, with the fact that proves it; a trigger adds the payment that a sale names.
  sales: ["rebuilt_at", "payment_id"],
};

/** Of graphile-worker, whose `_private_*` tables have row-level security without a policy. */
const queue = "graphile_worker";

/**
 * Throws when a table in `public` belongs to a role that the present one may not act as: it could not be granted, and
 * may have the name of one that a migration makes. Tables of extensions are left alone.
 * `pool`: as the owner of the tables
 */
export async function requireOwnTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; owner: string; role: string }>(
    `SELECT relname AS name, pg_get_userbyid(relowner) AS owner, current_user AS role FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
       AND NOT pg_has_role(relowner, 'MEMBER') AND NOT ${ofExtension} ORDER BY relname LIMIT 10`,
  );
  if (rows.length === 0) return;
  const named = rows.map(({ name, owner }) => `${name} (owner ${owner})`).join(", ");
  throw new MigrationRefused(
    `The schema public has tables that do not belong to ${rows[0]?.role}: ${named}. Give them to it (ALTER TABLE … OWNER TO), or move them to another schema (ALTER TABLE … SET SCHEMA), and migrate again.`,
  );
}

const ofExtension = `EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
  AND deptype = 'e')`;

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

/** Returns the rights that the present role lacks of those that `grantApplicationRole` grants; at most ten. */
export async function listMissingGrants(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const expected = (await listTables(client, "public")).flatMap(({ name }) => {
    const rights = (restricted[name] ?? "SELECT, INSERT, UPDATE, DELETE")
      .replace(/\([^)]*\)/g, "")
      .split(",");
    const columns = [...(changesAllBut[name] ? ["UPDATE"] : []), ...(addsAllBut[name] ? ["INSERT"] : [])];
    return [...new Set([...rights.map((right) => right.trim()), ...columns])].map((right) => [name, right]);
  });
  const { rows } = await client.query<{ missing: string }>(
    `SELECT "right" || ' on public.' || name AS missing FROM unnest($1::text[], $2::text[]) AS expected (name, "right")
     WHERE NOT CASE WHEN "right" = 'DELETE' THEN has_table_privilege(format('public.%I', name), "right")
       ELSE has_any_column_privilege(format('public.%I', name), "right") END LIMIT 10`,
    [expected.map(([name]) => name), expected.map(([, right]) => right)],
  );
  return rows.map(({ missing }) => missing);
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
    ...tables.flatMap(({ name, columns }) => [
      `REVOKE ALL ON public.${escapeIdentifier(name)} FROM ${role}`,
      `GRANT ${restricted[name] ?? "SELECT, INSERT, UPDATE, DELETE"} ON public.${escapeIdentifier(name)} TO ${role}`,
      ...grantColumns(name, columns, role),
    ]),
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${queue} TO ${role}`,
    ...queueTables
      // A policy locks its table for everyone: it is made once.
      .filter(({ secured, open }) => secured && !open)
      .map(({ name }) => `${queue}.${escapeIdentifier(name)}`)
      .flatMap((table) => [
        // For every role that was granted the table: a second application role needs no policy of its own.
        `CREATE POLICY application ON ${table} USING (true) WITH CHECK (true)`,
      ]),
  ];
}

function grantColumns(table: string, columns: readonly string[], role: string): string[] {
  const rights = { UPDATE: changesAllBut[table], INSERT: addsAllBut[table] };
  return Object.entries(rights).flatMap(([right, without]) => {
    if (!without) return [];
    const free = columns.filter((column) => !without.includes(column)).map(escapeIdentifier);
    return [`GRANT ${right} (${free.join(", ")}) ON public.${escapeIdentifier(table)} TO ${role}`];
  });
}

async function listTables(client: Pick<pg.ClientBase, "query">, schema: string) {
  const { rows } = await client.query<{ name: string; secured: boolean; open: boolean; columns: string[] }>(
    `SELECT relname AS name, relrowsecurity AS secured,
       EXISTS (SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'application') AS open,
       ARRAY(
         SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum
       ) AS columns FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND NOT ${ofExtension}`,
    [schema],
  );
  return rows;
}
