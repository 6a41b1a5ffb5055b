import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** An entry's and a line's columns that were there when the first anchor was made. Of a row's text no value can be taken for another's. */
const columns = `entry.id, entry.reason, entry.sale_id, entry.payout_id, entry.adjustment_id, entry.created_at, line.id,
    line.creator_id, line.account, line.currency, line.amount_cents, line.available_at, line.balance_after_cents,
    line.created_at`;

/** Hashes a span of entries. `movements`: as 0123 makes it; entries of other subjects keep the hash of before. */
export const hashEntries = ({ movements }: { movements: boolean }) => {
  const before = `ROW(${columns})::text`;
  const hashed = movements
    ? `CASE WHEN entry.movement_id IS NULL THEN ${before} ELSE ROW(${columns}, entry.movement_id)::text END`
    : before;
  return `
    CREATE OR REPLACE FUNCTION ledger_root(after_entry bigint, last_entry bigint, OUT lines bigint, OUT root text)
    LANGUAGE sql STABLE SECURITY DEFINER SET ${path} SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
      SELECT count(*),
        encode(sha256(coalesce(string_agg(sha256(convert_to(${hashed}, 'UTF8')), ''::bytea ORDER BY line.id), ''::bytea)), 'hex')
      FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
      WHERE entry.id > after_entry AND entry.id <= last_entry
    $$`;
};

/** As in 0026, with a condition of its own. */
const noteTransaction = (condition: string) => `
  CREATE OR REPLACE FUNCTION ledger_note_transaction() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    ${condition}
    NEW.made_in := pg_current_xact_id();
    NEW.made_at := transaction_timestamp();
    RETURN NEW;
  END $$`;

const refuseAnchored = `
    IF NEW.id <= (SELECT max(last_entry) FROM ledger_anchors) THEN
      RAISE EXCEPTION 'ledger entry % would be before an anchor', NEW.id
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_entry_anchored';
    END IF;`;

/**
 * Anchors of the ledger (docs/decisions/0118-ledger-anchors.md): each has a hash of the entries since the one before, chained to it.
 * `last_entry`: the highest number of an entry when the day was closed. `root`, `chain`: SHA-256 in hexadecimal digits; null until
 * the closed day is sealed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    CREATE TABLE ledger_anchors (
      day date PRIMARY KEY, last_entry bigint NOT NULL, lines bigint, root text, chain text
    )`);
  await run(hashEntries({ movements: false }));
  await run(`
    CREATE FUNCTION ledger_chain(before text, day date, last_entry bigint, lines bigint, root text) RETURNS text
    LANGUAGE sql IMMUTABLE SET ${path} AS $$
      SELECT encode(sha256(convert_to(concat_ws(' ', coalesce(before, '-'), to_char(day, 'YYYY-MM-DD'), last_entry, lines, root),
        'UTF8')), 'hex')
    $$`);
  // The lock waits until every transaction that posts has ended, and lets none begin: no number below can come later.
  await run(`
    CREATE FUNCTION ledger_close_day() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path} SET lock_timeout = '2s' AS $$
    BEGIN
      LOCK TABLE ledger_entries IN SHARE MODE;
      INSERT INTO ledger_anchors (day, last_entry)
        SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date, coalesce(max(id), 0) FROM ledger_entries
        ON CONFLICT DO NOTHING;
    END $$`);
  await run(`
    CREATE FUNCTION ledger_seal_days() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
    DECLARE
      anchor record;
      before record;
      counted record;
    BEGIN
      FOR anchor IN SELECT * FROM ledger_anchors WHERE ledger_anchors.chain IS NULL ORDER BY day FOR UPDATE LOOP
        SELECT a.last_entry, a.chain INTO before FROM ledger_anchors a WHERE a.day < anchor.day ORDER BY a.day DESC LIMIT 1;
        SELECT * INTO counted FROM ledger_root(coalesce(before.last_entry, -1), anchor.last_entry);
        UPDATE ledger_anchors SET lines = counted.lines, root = counted.root,
            chain = ledger_chain(before.chain, anchor.day, anchor.last_entry, counted.lines, counted.root)
          WHERE ledger_anchors.day = anchor.day;
      END LOOP;
    END $$`);
  // The first day that differs makes every chain after it differ: only the roots say which days were changed.
  await run(`
    CREATE FUNCTION ledger_check_anchors()
    RETURNS TABLE (day date, last_entry bigint, lines bigint, root text, chain text, kept_chain text, is_same boolean)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET ${path} AS $$
    DECLARE
      anchor record;
      before_entry bigint := -1;
      before_chain text;
      counted record;
      computed text;
    BEGIN
      FOR anchor IN SELECT * FROM ledger_anchors a WHERE a.chain IS NOT NULL ORDER BY a.day LOOP
        SELECT * INTO counted FROM ledger_root(before_entry, anchor.last_entry);
        computed := ledger_chain(before_chain, anchor.day, anchor.last_entry, counted.lines, counted.root);
        RETURN QUERY SELECT anchor.day, anchor.last_entry, counted.lines, counted.root, computed, anchor.chain,
          counted.root = anchor.root AND counted.lines = anchor.lines
            AND anchor.chain = ledger_chain(
              (SELECT a.chain FROM ledger_anchors a WHERE a.day < anchor.day ORDER BY a.day DESC LIMIT 1),
              anchor.day, anchor.last_entry, anchor.lines, anchor.root);
        before_entry := anchor.last_entry;
        before_chain := computed;
      END LOOP;
    END $$`);
  await run(noteTransaction(refuseAnchored));
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(noteTransaction(""));
  await run(
    "DROP FUNCTION ledger_check_anchors, ledger_seal_days, ledger_close_day, ledger_chain, ledger_root",
  );
  await run("DROP TABLE ledger_anchors");
}
