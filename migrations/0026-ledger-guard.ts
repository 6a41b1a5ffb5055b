import { type Kysely, sql } from "kysely";

/** The functions that keep the ledger's running totals: they write what the application's role may only read. */
const totals = ["ledger_run_days()", "run_count(text, bigint)"];

/** The functions that refuse what must not be: as the caller, but blind to temporary tables of the same name. */
const checks = ["ledger_require_zero_sum()", "ledger_refuse_change()"];

const counts = ["creators", "consumers", "videos"].flatMap((kind) =>
  ["insert", "delete", "update"]
    .filter((event) => event !== "update" || kind === "videos")
    .map((event) => `count_${kind}_${event}()`),
);

const path = "search_path = pg_catalog, public, pg_temp";

const runBalance = (check: string) => `
  INSERT INTO ledger_balances AS b (creator_id, account, currency, balance_cents)
    VALUES (NEW.creator_id, NEW.account, NEW.currency, NEW.amount_cents)
    ON CONFLICT (creator_id, account, currency)
      DO UPDATE SET balance_cents = b.balance_cents + EXCLUDED.balance_cents
    RETURNING b.balance_cents INTO NEW.balance_after_cents;
  NEW.id := nextval('ledger_lines_id_seq');
  ${check}
  RETURN NEW;`;

/**
 * Makes the ledger immutable for the application's role (docs/decisions/0042-owner-and-application-roles.md): running totals
 * change only through triggers that run as the owner, and an entry gets lines only in the transaction that made it. The
 * transaction's time stands beside its number because numbers begin anew in a restored database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("ALTER TABLE ledger_entries ADD made_in xid8, ADD made_at timestamptz");
  await run(`
    CREATE FUNCTION ledger_note_transaction() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
    BEGIN
      NEW.made_in := pg_current_xact_id();
      NEW.made_at := transaction_timestamp();
      RETURN NEW;
    END $$`);
  await run(`
    CREATE TRIGGER ledger_entries_note_transaction BEFORE INSERT ON ledger_entries
      FOR EACH ROW EXECUTE FUNCTION ledger_note_transaction()`);
  await run(`
    CREATE OR REPLACE FUNCTION ledger_run_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
    BEGIN
      ${runBalance(`
      IF EXISTS (SELECT FROM ledger_entries WHERE id = NEW.entry_id
        AND (made_in, made_at) IS DISTINCT FROM (pg_current_xact_id(), transaction_timestamp()))
      THEN
        RAISE EXCEPTION 'ledger entry % is closed', NEW.entry_id
          USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_entry_closed';
      END IF;`)}
    END $$`);
  // FOR UPDATE needs the right to update, which the application has not.
  await run(`
    CREATE FUNCTION ledger_lock_balances(creators uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
    BEGIN
      PERFORM FROM ledger_balances
        WHERE creator_id = ANY(creators) AND account = 'creator' AND currency = 'BRL'
        ORDER BY creator_id FOR UPDATE;
    END $$`);
  for (const name of [...totals, ...counts]) await run(`ALTER FUNCTION ${name} SECURITY DEFINER SET ${path}`);
  for (const name of checks) await run(`ALTER FUNCTION ${name} SET ${path}`);
  // The triggers call it as the owner; nobody else has to.
  await run("REVOKE EXECUTE ON FUNCTION run_count(text, bigint) FROM PUBLIC");
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("GRANT EXECUTE ON FUNCTION run_count(text, bigint) TO PUBLIC");
  for (const name of [...totals, ...counts])
    await run(`ALTER FUNCTION ${name} SECURITY INVOKER RESET search_path`);
  for (const name of checks) await run(`ALTER FUNCTION ${name} RESET search_path`);
  await run(`
    CREATE OR REPLACE FUNCTION ledger_run_balance() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${runBalance("")}
    END $$`);
  await run("DROP TRIGGER ledger_entries_note_transaction ON ledger_entries");
  await run("DROP FUNCTION ledger_note_transaction, ledger_lock_balances");
  await run("ALTER TABLE ledger_entries DROP made_in, DROP made_at");
}
