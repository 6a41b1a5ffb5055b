import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const frozen = (message: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;`;

/** By table: what a change must not do. The columns that never change are not granted (application-role.ts). */
const guards: Record<string, string> = {
  // What an erasure leaves of the payee (erase-person.queries.server.ts). Never of a payout that is still to be paid.
  payouts: `
    IF (OLD.payee_name, OLD.pix_key, OLD.bank_name, OLD.bank_account_number, OLD.card_last4, OLD.card_holder_name)
        IS DISTINCT FROM (NEW.payee_name, NEW.pix_key, NEW.bank_name, NEW.bank_account_number, NEW.card_last4, NEW.card_holder_name)
      AND NOT (NEW.payee_name = '—' AND OLD.status <> 'prepared' AND num_nonnulls(NEW.pix_key, NEW.bank_name,
        NEW.bank_account_number, NEW.card_last4, NEW.card_holder_name) = 0)
    THEN ${frozen("the payee of a payout never changes")} END IF;
    IF OLD.status <> 'prepared' AND (
        (OLD.bank_reference, OLD.decided_by, OLD.decided_at) IS DISTINCT FROM (NEW.bank_reference, NEW.decided_by, NEW.decided_at)
        OR (NEW.failure IS DISTINCT FROM OLD.failure AND NOT (OLD.failure IS NOT NULL AND NEW.failure = '—'))
        OR (NEW.status <> OLD.status AND NOT (OLD.status = 'paid' AND NEW.status = 'returned')))
      OR OLD.status = 'returned' AND (
        (OLD.returned_by, OLD.returned_at) IS DISTINCT FROM (NEW.returned_by, NEW.returned_at)
        OR (NEW.return_reason IS DISTINCT FROM OLD.return_reason AND NEW.return_reason <> '—'))
    THEN ${frozen("how a payout ended never changes")} END IF;`,
  // The buyer may correct the key of a transfer that waits; each correction is counted. A status only moves forward.
  refunds: `
    IF NEW.pix_key IS NOT NULL AND NEW.pix_key IS DISTINCT FROM OLD.pix_key
      AND NOT (OLD.status = 'requested' AND NEW.status = 'requested' AND NEW.channel = 'outside')
    THEN ${frozen("the key of a refund that was sent never changes")} END IF;
    IF coalesce(array_position(ARRAY['requested', 'pending', 'succeeded', 'failed'], NEW.status), 9)
      < coalesce(array_position(ARRAY['requested', 'pending', 'succeeded', 'failed'], OLD.status), 9)
    THEN ${frozen("the status of a refund only moves forward")} END IF;
    NEW.pix_key_changes := OLD.pix_key_changes
      + CASE WHEN OLD.pix_key IS NOT NULL AND NEW.pix_key <> OLD.pix_key THEN 1 ELSE 0 END;`,
  // Emptied after its retention or by an erasure; replaced only where it could not be read.
  payment_events: `
    IF (OLD.provider_type, OLD.body, OLD.payload) IS DISTINCT FROM (NEW.provider_type, NEW.body, NEW.payload)
      AND NOT (NEW.provider_type = OLD.provider_type AND NEW.body IS NULL AND NEW.payload = '{}')
      AND OLD.error IS DISTINCT FROM 'unreadable'
    THEN ${frozen("an event stays as it was received")} END IF;`,
  provider_movements: `
    IF OLD.sale_id IS NOT NULL AND NEW.sale_id IS DISTINCT FROM OLD.sale_id
    THEN ${frozen("the sale of a movement never changes")} END IF;`,
  reconciliations: `
    IF OLD.finished_at IS NOT NULL THEN ${frozen("a reconciliation that ended never changes")} END IF;`,
};

/** The columns whose change a guard looks at; the others change without it. */
const watched: Record<string, string> = {
  provider_movements: "UPDATE OF sale_id",
};

/**
 * Freezes what is decided about money in the database (docs/decisions/0117-decided-money-frozen.md): payees and outcomes of
 * payouts, keys of refunds that were sent, stored events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("ALTER TABLE refunds ADD pix_key_changes integer NOT NULL DEFAULT 0");
  for (const [table, body] of Object.entries(guards)) {
    const name = `${table}_frozen`;
    await run(`
      CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
      BEGIN
        ${body}
        RETURN NEW;
      END $$`);
    await run(`
      CREATE TRIGGER ${name} BEFORE ${watched[table] ?? "UPDATE"} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const table of Object.keys(guards)) {
    await run(`DROP TRIGGER ${table}_frozen ON ${table}`);
    await run(`DROP FUNCTION ${table}_frozen`);
  }
  await run("ALTER TABLE refunds DROP pix_key_changes");
}
