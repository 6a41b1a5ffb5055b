import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Whose the lines of an entry are, and their date. `movements`: as 0123 makes it, with lines of no creator. */
export const requireSubject = ({ movements }: { movements: boolean }) => `
  CREATE OR REPLACE FUNCTION ledger_require_subject() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  DECLARE
    subject record;
  BEGIN
    SELECT entry.created_at, coalesce(video.creator_id, payout.creator_id, adjustment.creator_id) AS creator_id,
        coalesce(sale.currency${movements ? ", movement.currency" : ""}, 'BRL') AS currency
      INTO subject
      FROM ledger_entries entry
      LEFT JOIN sales sale ON sale.id = entry.sale_id
      LEFT JOIN videos video ON video.id = sale.video_id
      LEFT JOIN payouts payout ON payout.id = entry.payout_id
      LEFT JOIN ledger_adjustments adjustment ON adjustment.id = entry.adjustment_id
      ${movements ? "LEFT JOIN provider_movements movement ON movement.id = entry.movement_id" : ""}
      WHERE entry.id = NEW.entry_id;
    IF NEW.creator_id IS DISTINCT FROM subject.creator_id THEN
      RAISE EXCEPTION 'a line of ledger entry % is of another creator', NEW.entry_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_line_creator';
    END IF;
    IF (NEW.currency, NEW.created_at) IS DISTINCT FROM (subject.currency, subject.created_at) THEN
      RAISE EXCEPTION 'a line of ledger entry % has another currency or date', NEW.entry_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_line_entry';
    END IF;
    RETURN NULL;
  END $$`;

/**
 * Ties each ledger line to what its entry is about: the creator of the sale's video, of the payout or of the adjustment, the
 * sale's currency, and the date of the entry. One entry on a sale could move money from its creator to another. The creator of a
 * video never changes, since it decides who is owed for its sales.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(requireSubject({ movements: false }));
  await run(`
    CREATE CONSTRAINT TRIGGER ledger_line_subject AFTER INSERT ON ledger_lines
      FOR EACH ROW EXECUTE FUNCTION ledger_require_subject()`);
  await run(`
    ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_subject_check CHECK (CASE
      WHEN reason IN ('sale', 'refund', 'dispute', 'fee', 'release') THEN num_nonnulls(sale_id)
      WHEN reason IN ('payout', 'return') THEN num_nonnulls(payout_id)
      ELSE num_nonnulls(adjustment_id) END = 1) NOT VALID`);
  await run(`
    CREATE FUNCTION refuse_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
    BEGIN
      RAISE EXCEPTION 'what is decided of % never changes', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
    END $$`);
  await run(`
    CREATE TRIGGER videos_creator_frozen BEFORE UPDATE OF creator_id ON videos
      FOR EACH ROW WHEN (OLD.creator_id IS DISTINCT FROM NEW.creator_id) EXECUTE FUNCTION refuse_frozen()`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP TRIGGER videos_creator_frozen ON videos");
  await run("ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_subject_check");
  await run("DROP TRIGGER ledger_line_subject ON ledger_lines");
  await run("DROP FUNCTION ledger_require_subject, refuse_frozen");
}
