import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Raises the refusal of a frozen column, by the name of its trigger. */
const refuse = (message: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME`;

/** What an anchor hashes of a line and its entry. */
const hashed = `entry.id, entry.reason, entry.sale_id, entry.payout_id, entry.adjustment_id, entry.created_at, line.id,
        line.creator_id, line.account, line.currency, line.amount_cents, line.available_at, line.balance_after_cents,
        line.created_at`;

/**
 * An append-only double-entry ledger (docs/money.md). Credits are positive, debits negative: what a creator is owed
 * reads as it is. Running totals change only through triggers that run as the owner
 * (docs/decisions/0042-rights-in-the-database.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE ledger_balances (
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT, account text NOT NULL, currency text NOT NULL,
  balance_cents bigint NOT NULL, PRIMARY KEY (creator_id, account, currency)
);
CREATE INDEX ledger_balances_owed_idx ON ledger_balances (balance_cents DESC, creator_id)
  WHERE account = 'creator' AND currency = 'BRL';

-- An entry gets lines only in the transaction that made it; the transaction's time stands beside its number because
-- numbers begin anew in a restored database.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('sale', 'refund', 'dispute', 'fee', 'release', 'payout', 'return',
    'adjustment', 'writeOff', 'repayment', 'movement')),
  sale_id uuid REFERENCES sales ON DELETE RESTRICT, payout_id uuid REFERENCES payouts ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL, made_in xid8, made_at timestamptz,
  adjustment_id uuid REFERENCES ledger_adjustments ON DELETE RESTRICT,
  movement_id text REFERENCES provider_movements ON DELETE RESTRICT,
  CONSTRAINT ledger_entries_check CHECK (num_nonnulls(sale_id, payout_id, adjustment_id, movement_id) = 1),
  CONSTRAINT ledger_entries_subject_check CHECK ( CASE WHEN (reason IN ('sale', 'refund', 'dispute', 'fee',
    'release')) THEN num_nonnulls(sale_id) WHEN (reason IN ('payout', 'return')) THEN num_nonnulls(payout_id) WHEN
    (reason = 'movement') THEN num_nonnulls(movement_id) ELSE num_nonnulls(adjustment_id) END = 1)
);
CREATE INDEX ledger_entries_adjustment_idx ON ledger_entries (adjustment_id) WHERE adjustment_id IS NOT NULL;
CREATE INDEX ledger_entries_made_in_idx ON ledger_entries (made_in) WHERE made_in IS NOT NULL;
CREATE INDEX ledger_entries_movement_idx ON ledger_entries (movement_id) WHERE movement_id IS NOT NULL;
CREATE INDEX ledger_entries_payout_idx ON ledger_entries (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX ledger_entries_sale_idx ON ledger_entries (sale_id) WHERE sale_id IS NOT NULL;

CREATE TABLE ledger_lines (
  id bigserial PRIMARY KEY, entry_id bigint NOT NULL REFERENCES ledger_entries ON DELETE RESTRICT,
  creator_id uuid REFERENCES users ON DELETE RESTRICT,
  account text NOT NULL CHECK (account IN ('provider', 'provider_fees', 'disputed', 'creator', 'creator_held',
    'platform', 'platform_held', 'buyer', 'loss', 'bank', 'in_transit', 'paid_out', 'unexplained')),
  currency text NOT NULL CHECK (currency IN ('BRL', 'USD', 'EUR')),
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0), available_at timestamptz(3),
  balance_after_cents bigint NOT NULL, created_at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_lines_check CHECK ((account = 'creator') = (available_at IS NOT NULL)),
  CONSTRAINT ledger_lines_creator_check CHECK ((creator_id IS NOT NULL) OR (account IN ('provider', 'provider_fees',
    'bank', 'unexplained')))
);
CREATE INDEX ledger_lines_available_idx ON ledger_lines (creator_id, currency, available_at) INCLUDE (amount_cents)
  WHERE account = 'creator';
CREATE INDEX ledger_lines_date_idx ON ledger_lines (created_at, id);
CREATE INDEX ledger_lines_earned_idx ON ledger_lines (creator_id, created_at) INCLUDE (amount_cents, currency)
  WHERE account IN ('creator', 'creator_held', 'in_transit', 'paid_out');
CREATE INDEX ledger_lines_entry_idx ON ledger_lines (entry_id);
CREATE INDEX ledger_lines_of_none_idx ON ledger_lines (account, currency) INCLUDE (amount_cents)
  WHERE creator_id IS NULL;
CREATE INDEX ledger_lines_statement_idx ON ledger_lines (creator_id, currency, id) WHERE account = 'creator';

-- What came in on each day in São Paulo. A day has eight rows, by its creators: payments of different creators seldom
-- wait for each other.
CREATE TABLE ledger_days (
  currency text NOT NULL, day date NOT NULL, part smallint NOT NULL, sales integer NOT NULL,
  platform_cents bigint NOT NULL, creators_cents bigint NOT NULL, PRIMARY KEY (currency, day, part)
);

-- A hash of the entries since the anchor before, chained to it (docs/decisions/0043-proofs-of-the-ledger.md): SHA-256
-- in hexadecimal digits, null until the closed day is sealed.
CREATE TABLE ledger_anchors (
  day date PRIMARY KEY, last_entry bigint NOT NULL, lines bigint, root text, chain text
);

CREATE TABLE ledger_checkpoint (
  proved_until xid8 NOT NULL
);

-- Written by the functions that prove. The application's role may begin one and record why it failed; what it says
-- about the result is ignored.
CREATE TABLE ledger_proofs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, whole boolean NOT NULL, started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3), violations integer, failure text, independent boolean DEFAULT false NOT NULL
);

CREATE TABLE ledger_proof_findings (
  proof_id bigint NOT NULL, what text NOT NULL, subject text NOT NULL, off_by_cents bigint NOT NULL
);

CREATE TABLE ledger_proved_balances (
  creator_id uuid NOT NULL, account text NOT NULL, currency text NOT NULL, balance_cents bigint NOT NULL,
  PRIMARY KEY (creator_id, account, currency)
);

CREATE TABLE ledger_proved_days (
  currency text NOT NULL, day date NOT NULL, part smallint NOT NULL, sales integer NOT NULL,
  platform_cents bigint NOT NULL, creators_cents bigint NOT NULL, PRIMARY KEY (currency, day, part)
);

CREATE TABLE ledger_touched (
  made_in xid8 DEFAULT pg_current_xact_id() NOT NULL, sale_id uuid, payout_id uuid, adjustment_id uuid,
  movement_id text
);
CREATE INDEX ledger_touched_made_in_idx ON ledger_touched (made_in);

-- Runs of the reconciliation with the payment provider, with repairs and remaining differences.
CREATE TABLE reconciliations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, since timestamptz(3) NOT NULL,
  started_at timestamptz(3) NOT NULL, finished_at timestamptz(3),
  checked integer DEFAULT 0 NOT NULL CHECK (checked >= 0), repaired integer DEFAULT 0 NOT NULL CHECK (repaired >= 0),
  failure text, provider_cents bigint, expected_cents bigint, ledger_cents bigint
);

CREATE TABLE reconciliation_differences (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reconciliation_id bigint NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
  what text NOT NULL CHECK (what ~ '^[a-z][A-Za-z]{2,39}$'),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 300), sale_id uuid REFERENCES sales ON DELETE RESTRICT,
  amount_cents bigint NOT NULL, currency text NOT NULL
);
CREATE INDEX reconciliation_differences_run_idx ON reconciliation_differences (reconciliation_id, id);

CREATE FUNCTION ledger_chain(before text, day date, last_entry bigint, lines bigint, root text) RETURNS text
  LANGUAGE sql IMMUTABLE SET ${path} AS $$
  SELECT encode(sha256(convert_to(concat_ws(' ',
    coalesce(before, '-'), to_char(day, 'YYYY-MM-DD'), last_entry, lines, root), 'UTF8')), 'hex') $$;

-- The first day that differs makes every chain after it differ: only the roots say which days were changed.
CREATE FUNCTION ledger_check_anchors() RETURNS TABLE(day date, last_entry bigint, lines bigint, root text, chain text,
    kept_chain text, is_same boolean)
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
  END $$;

-- The lock waits until every transaction that posts has ended, and lets none begin: no number below can come later.
CREATE FUNCTION ledger_close_day() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path} SET lock_timeout = '2s'
  AS $$
  BEGIN
    LOCK TABLE ledger_entries IN SHARE MODE;
    INSERT INTO ledger_anchors (day, last_entry)
      SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date, coalesce(max(id), 0) FROM ledger_entries
      ON CONFLICT DO NOTHING;
  END $$;

CREATE FUNCTION ledger_end_proof(is_whole boolean, is_independent boolean, errors bigint) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    ended bigint;
  BEGIN
    UPDATE ledger_proofs SET finished_at = clock_timestamp(), violations = errors
      WHERE id = (SELECT max(id) FROM ledger_proofs
        WHERE finished_at IS NULL AND whole = is_whole AND independent = is_independent)
      RETURNING id INTO ended;
    IF ended IS NULL THEN
      INSERT INTO ledger_proofs (whole, independent, started_at, finished_at, violations)
        VALUES (is_whole, is_independent, transaction_timestamp(), clock_timestamp(), errors) RETURNING id INTO ended;
    END IF;
    RETURN ended;
  END $$;

CREATE FUNCTION ledger_guard_proof() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  DECLARE
    failure text := NEW.failure;
    at timestamptz := NEW.finished_at;
  BEGIN
    IF current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
      RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' THEN
      NEW.finished_at := NULL;
      NEW.violations := NULL;
      NEW.failure := NULL;
      RETURN NEW;
    END IF;
    IF OLD.finished_at IS NOT NULL OR failure IS NULL THEN
      RETURN NULL;
    END IF;
    NEW := OLD;
    NEW.finished_at := coalesce(at, clock_timestamp());
    NEW.failure := failure;
    RETURN NEW;
  END $$;

CREATE FUNCTION ledger_lock_balances(creators uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path}
  AS $$
  BEGIN
    PERFORM FROM ledger_balances
      WHERE creator_id = ANY(creators) AND account = 'creator' AND currency = 'BRL'
      ORDER BY creator_id FOR UPDATE;
  END $$;

CREATE FUNCTION ledger_note_transaction() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NEW.id <= (SELECT max(last_entry) FROM ledger_anchors) THEN
      RAISE EXCEPTION 'ledger entry % would be before an anchor', NEW.id
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_entry_anchored';
    END IF;
    NEW.made_in := pg_current_xact_id();
    NEW.made_at := transaction_timestamp();
    RETURN NEW;
  END $$;

-- Whose the lines of an entry are, and their date: no entry on a sale moves money from its creator to another.
CREATE FUNCTION ledger_require_subject() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  DECLARE
    subject record;
  BEGIN
    SELECT entry.created_at, coalesce(video.creator_id, payout.creator_id, adjustment.creator_id) AS creator_id,
        coalesce(sale.currency, movement.currency, 'BRL') AS currency
      INTO subject
      FROM ledger_entries entry
      LEFT JOIN sales sale ON sale.id = entry.sale_id
      LEFT JOIN videos video ON video.id = sale.video_id
      LEFT JOIN payouts payout ON payout.id = entry.payout_id
      LEFT JOIN ledger_adjustments adjustment ON adjustment.id = entry.adjustment_id
      LEFT JOIN provider_movements movement ON movement.id = entry.movement_id
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
  END $$;

CREATE FUNCTION ledger_require_zero_sum() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF EXISTS (SELECT FROM ledger_lines WHERE entry_id = NEW.entry_id GROUP BY currency HAVING sum(amount_cents) <> 0)
    THEN
      RAISE EXCEPTION 'ledger entry % does not sum to zero', NEW.entry_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_zero_sum';
    END IF;
    RETURN NULL;
  END $$;

-- Of a row's text no value can be taken for another's. Entries of other subjects keep the hash of before movements had
-- entries.
CREATE FUNCTION ledger_root(after_entry bigint, last_entry bigint, OUT lines bigint, OUT root text) RETURNS record
  LANGUAGE sql STABLE SECURITY DEFINER SET ${path} SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
  SELECT count(*),
    encode(sha256(coalesce(string_agg(sha256(convert_to(
      CASE WHEN entry.movement_id IS NULL THEN ROW(${hashed})::text ELSE ROW(${hashed}, entry.movement_id)::text END,
      'UTF8')), ''::bytea ORDER BY line.id), ''::bytea)), 'hex')
    FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
    WHERE entry.id > after_entry AND entry.id <= last_entry $$;

CREATE FUNCTION ledger_run_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF NEW.creator_id IS NULL THEN
      NEW.balance_after_cents := 0;
    ELSE
      INSERT INTO ledger_balances AS b (creator_id, account, currency, balance_cents)
        VALUES (NEW.creator_id, NEW.account, NEW.currency, NEW.amount_cents)
        ON CONFLICT (creator_id, account, currency)
          DO UPDATE SET balance_cents = b.balance_cents + EXCLUDED.balance_cents
        RETURNING b.balance_cents INTO NEW.balance_after_cents;
    END IF;
    NEW.id := nextval('ledger_lines_id_seq');
    IF EXISTS (SELECT FROM ledger_entries WHERE id = NEW.entry_id
      AND (made_in, made_at) IS DISTINCT FROM (pg_current_xact_id(), transaction_timestamp()))
    THEN
      RAISE EXCEPTION 'ledger entry % is closed', NEW.entry_id
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_entry_closed';
    END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION ledger_run_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    INSERT INTO ledger_days AS d SELECT * FROM (
      SELECT line.currency, (line.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day,
        (hashtext(line.creator_id::text) & 7)::smallint AS part,
        (count(*) FILTER (WHERE entry.reason = 'sale' AND line.account IN ('creator', 'creator_held')
          AND line.amount_cents > 0))::integer AS sales,
        coalesce(sum(line.amount_cents) FILTER (WHERE line.account = 'platform'), 0)::bigint AS platform_cents,
        coalesce(sum(line.amount_cents) FILTER (WHERE line.account IN ('creator', 'in_transit', 'paid_out')), 0)::bigint
          AS creators_cents
      FROM added line JOIN ledger_entries entry ON entry.id = line.entry_id GROUP BY 1, 2, 3
    ) day WHERE sales <> 0 OR platform_cents <> 0 OR creators_cents <> 0 ORDER BY currency, day, part
      ON CONFLICT (currency, day, part) DO UPDATE SET sales = d.sales + EXCLUDED.sales,
        platform_cents = d.platform_cents + EXCLUDED.platform_cents,
        creators_cents = d.creators_cents + EXCLUDED.creators_cents;
    RETURN NULL;
  END $$;

CREATE FUNCTION ledger_seal_days() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    anchor record;
    before record;
    counted record;
  BEGIN
    FOR anchor IN SELECT * FROM ledger_anchors WHERE ledger_anchors.chain IS NULL ORDER BY day FOR UPDATE LOOP
      SELECT a.last_entry, a.chain INTO before FROM ledger_anchors a
        WHERE a.day < anchor.day ORDER BY a.day DESC LIMIT 1;
      SELECT * INTO counted FROM ledger_root(coalesce(before.last_entry, -1), anchor.last_entry);
      UPDATE ledger_anchors SET lines = counted.lines, root = counted.root,
          chain = ledger_chain(before.chain, anchor.day, anchor.last_entry, counted.lines, counted.root)
        WHERE ledger_anchors.day = anchor.day;
    END LOOP;
  END $$;

CREATE FUNCTION reconciliations_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF OLD.finished_at IS NOT NULL THEN ${refuse("a reconciliation that ended never changes")}; END IF;
    RETURN NEW;
  END $$;

CREATE TRIGGER ledger_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_entries_note_transaction BEFORE INSERT ON ledger_entries FOR EACH ROW
  EXECUTE FUNCTION ledger_note_transaction();
CREATE TRIGGER ledger_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_lines FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();
CREATE CONSTRAINT TRIGGER ledger_line_subject AFTER INSERT ON ledger_lines FOR EACH ROW
  EXECUTE FUNCTION ledger_require_subject();
CREATE TRIGGER ledger_lines_run_balance BEFORE INSERT ON ledger_lines FOR EACH ROW
  EXECUTE FUNCTION ledger_run_balance();
CREATE TRIGGER ledger_lines_run_days AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_run_days();
CREATE CONSTRAINT TRIGGER ledger_zero_sum AFTER INSERT ON ledger_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION ledger_require_zero_sum();
CREATE TRIGGER ledger_guard_proof BEFORE INSERT OR UPDATE ON ledger_proofs FOR EACH ROW
  EXECUTE FUNCTION ledger_guard_proof();
CREATE TRIGGER reconciliations_frozen BEFORE UPDATE ON reconciliations FOR EACH ROW
  EXECUTE FUNCTION reconciliations_frozen();

REVOKE ALL ON FUNCTION ledger_end_proof FROM PUBLIC;
`)
    .execute(db);
}
