import { type Kysely, sql } from "kysely";

/**
 * Money that can be proved (docs/money.md): what is known of each payment, and an append-only double-entry ledger over
 * it. Credits are positive, debits negative, so that what a creator is owed reads as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);

  // What is known of a sale's payment. `paid_at`: the money came. `duplicate`: it came a second time for a video that
  // the buyer has, and is theirs.
  await run(sql`
    ALTER TABLE sales
      ADD paid_at timestamptz(3),
      ADD duplicate boolean NOT NULL DEFAULT false,
      ADD payment_method text CHECK (payment_method IN ('card', 'pix', 'boleto', 'other')),
      ADD awaiting_until timestamptz(3),
      ADD charge_id text UNIQUE,
      ADD provider_fee_cents integer CHECK (provider_fee_cents >= 0)`);
  await run(sql`UPDATE sales SET paid_at = completed_at WHERE completed_at IS NOT NULL`);
  await run(sql`
    ALTER TABLE sales
      ADD CONSTRAINT sales_paid_check CHECK (paid_at IS NOT NULL OR status IN ('pending', 'processing', 'failed')),
      ADD CONSTRAINT sales_unpaid_check CHECK (paid_at IS NULL OR status NOT IN ('pending', 'failed')),
      ADD CONSTRAINT sales_duplicate_check CHECK (NOT duplicate OR (paid_at IS NOT NULL AND status <> 'completed'))`);
  await run(
    sql`CREATE INDEX sales_undecided_idx ON sales (created_at) WHERE status IN ('pending', 'processing')`,
  );
  await run(sql`CREATE INDEX sales_newest_idx ON sales (created_at DESC, id DESC)`);

  await run(sql`
    CREATE TABLE refunds (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      sale_id uuid NOT NULL REFERENCES sales ON DELETE RESTRICT,
      provider_refund_id text UNIQUE,
      amount_cents integer NOT NULL CHECK (amount_cents > 0),
      status text NOT NULL CHECK (status IN ('requested', 'pending', 'succeeded', 'failed')),
      channel text NOT NULL CHECK (channel IN ('provider', 'outside')),
      reason text NOT NULL CHECK (reason IN ('withdrawal', 'admin', 'duplicate', 'provider')),
      requested_by uuid REFERENCES users ON DELETE RESTRICT,
      note text CHECK (length(note) BETWEEN 1 AND 500),
      failure text CHECK (length(failure) <= 500),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (channel = 'provider' OR (provider_refund_id IS NULL AND status <> 'pending'))
    )`);
  await run(sql`CREATE INDEX refunds_sale_idx ON refunds (sale_id)`);
  await run(
    sql`CREATE INDEX refunds_unsent_idx ON refunds (created_at) WHERE status IN ('requested', 'pending')`,
  );

  await run(sql`
    CREATE TABLE disputes (
      id text PRIMARY KEY,
      sale_id uuid NOT NULL REFERENCES sales ON DELETE RESTRICT,
      amount_cents integer NOT NULL CHECK (amount_cents > 0),
      status text NOT NULL CHECK (status IN ('inquiry', 'open', 'released', 'lost')),
      reason text NOT NULL CHECK (length(reason) <= 100),
      created_at timestamptz(3) NOT NULL
    )`);
  await run(sql`CREATE INDEX disputes_sale_idx ON disputes (sale_id)`);
  await run(sql`CREATE INDEX disputes_open_idx ON disputes (created_at) WHERE status = 'open'`);

  await run(sql`
    CREATE TABLE payout_batches (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      created_at timestamptz(3) NOT NULL
    )`);
  await run(sql`CREATE INDEX payout_batches_newest_idx ON payout_batches (created_at DESC, id DESC)`);

  // Payee, key and amount are frozen here: what the creator changes later changes nothing about it.
  await run(sql`
    CREATE TABLE payouts (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      batch_id uuid NOT NULL REFERENCES payout_batches ON DELETE RESTRICT,
      creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      amount_cents bigint NOT NULL CHECK (amount_cents > 0),
      status text NOT NULL CHECK (status IN ('prepared', 'paid', 'failed')),
      payee_name text NOT NULL CHECK (length(payee_name) BETWEEN 1 AND 200),
      payment_method text NOT NULL CHECK (payment_method IN ('pix', 'bank', 'card')),
      pix_key text,
      bank_name text,
      bank_account_number text,
      card_last4 text,
      card_holder_name text,
      bank_reference text CHECK (length(bank_reference) BETWEEN 1 AND 100),
      failure text CHECK (length(failure) BETWEEN 1 AND 500),
      decided_by uuid REFERENCES users ON DELETE RESTRICT,
      decided_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      CHECK ((status = 'paid') = (bank_reference IS NOT NULL)),
      CHECK ((status = 'failed') = (failure IS NOT NULL)),
      CHECK ((status = 'prepared') = (decided_at IS NULL)),
      CHECK ((decided_by IS NULL) = (decided_at IS NULL))
    )`);
  await run(
    sql`CREATE UNIQUE INDEX payouts_one_prepared_idx ON payouts (creator_id) WHERE status = 'prepared'`,
  );
  await run(sql`CREATE INDEX payouts_creator_idx ON payouts (creator_id, created_at DESC, id DESC)`);
  await run(sql`CREATE INDEX payouts_batch_idx ON payouts (batch_id, id)`);

  await run(sql`
    CREATE TABLE ledger_entries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      reason text NOT NULL CHECK (reason IN ('sale', 'refund', 'dispute', 'fee', 'release', 'payout')),
      sale_id uuid REFERENCES sales ON DELETE RESTRICT,
      payout_id uuid REFERENCES payouts ON DELETE RESTRICT,
      created_at timestamptz(3) NOT NULL,
      CHECK (num_nonnulls(sale_id, payout_id) = 1)
    )`);
  await run(sql`CREATE INDEX ledger_entries_sale_idx ON ledger_entries (sale_id) WHERE sale_id IS NOT NULL`);
  await run(
    sql`CREATE INDEX ledger_entries_payout_idx ON ledger_entries (payout_id) WHERE payout_id IS NOT NULL`,
  );

  await run(sql`CREATE SEQUENCE ledger_lines_id_seq`);
  await run(sql`
    CREATE TABLE ledger_lines (
      id bigint PRIMARY KEY DEFAULT nextval('ledger_lines_id_seq'),
      entry_id bigint NOT NULL REFERENCES ledger_entries ON DELETE RESTRICT,
      creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      account text NOT NULL CHECK (account IN ('provider', 'provider_fees', 'disputed', 'creator', 'creator_held',
        'platform', 'platform_held', 'buyer', 'loss', 'bank', 'in_transit', 'paid_out')),
      currency text NOT NULL CHECK (currency IN ('BRL', 'USD', 'EUR')),
      amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
      available_at timestamptz(3),
      balance_after_cents bigint NOT NULL,
      created_at timestamptz(3) NOT NULL,
      CHECK ((account = 'creator') = (available_at IS NOT NULL))
    )`);
  await run(sql`ALTER SEQUENCE ledger_lines_id_seq OWNED BY ledger_lines.id`);
  await run(sql`CREATE INDEX ledger_lines_entry_idx ON ledger_lines (entry_id)`);
  await run(sql`
    CREATE INDEX ledger_lines_statement_idx ON ledger_lines (creator_id, currency, id) WHERE account = 'creator'`);
  await run(sql`
    CREATE INDEX ledger_lines_available_idx ON ledger_lines (creator_id, currency, available_at)
      INCLUDE (amount_cents) WHERE account = 'creator'`);
  await run(sql`
    CREATE INDEX ledger_lines_earned_idx ON ledger_lines (creator_id, created_at)
      INCLUDE (amount_cents, currency) WHERE account IN ('creator', 'creator_held', 'in_transit', 'paid_out')`);

  // A running balance for each creator and account: read in an instant, and proved against the sum by the view below.
  await run(sql`
    CREATE TABLE ledger_balances (
      creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      account text NOT NULL,
      currency text NOT NULL,
      balance_cents bigint NOT NULL,
      PRIMARY KEY (creator_id, account, currency)
    )`);

  // The row of the balance is the lock: lines of one creator and account get their number and balance one by one.
  await run(sql`
    CREATE FUNCTION ledger_run_balance() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger_balances AS b (creator_id, account, currency, balance_cents)
        VALUES (NEW.creator_id, NEW.account, NEW.currency, NEW.amount_cents)
        ON CONFLICT (creator_id, account, currency)
          DO UPDATE SET balance_cents = b.balance_cents + EXCLUDED.balance_cents
        RETURNING b.balance_cents INTO NEW.balance_after_cents;
      NEW.id := nextval('ledger_lines_id_seq');
      RETURN NEW;
    END $$`);
  await run(sql`
    CREATE TRIGGER ledger_lines_run_balance BEFORE INSERT ON ledger_lines
      FOR EACH ROW EXECUTE FUNCTION ledger_run_balance()`);

  await run(sql`
    CREATE FUNCTION ledger_require_zero_sum() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM ledger_lines WHERE entry_id = NEW.entry_id GROUP BY currency HAVING sum(amount_cents) <> 0)
      THEN
        RAISE EXCEPTION 'ledger entry % does not sum to zero', NEW.entry_id
          USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_zero_sum';
      END IF;
      RETURN NULL;
    END $$`);
  await run(sql`
    CREATE CONSTRAINT TRIGGER ledger_zero_sum AFTER INSERT ON ledger_lines
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_require_zero_sum()`);

  await run(sql`
    CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only';
    END $$`);
  for (const table of ["ledger_entries", "ledger_lines"]) {
    await run(sql`
      CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${sql.table(table)}
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()`);
  }

  // What was sold before the ledger was. How it was paid was not noted: the longest wait holds.
  await run(sql`
    WITH sold AS (
      SELECT sales.*, videos.creator_id FROM sales JOIN videos ON videos.id = sales.video_id
      WHERE sales.status = 'completed'
    ), entry AS (
      INSERT INTO ledger_entries (reason, sale_id, created_at) SELECT 'sale', id, completed_at FROM sold
      RETURNING id, sale_id
    )
    INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at, created_at)
    SELECT entry.id, creator_id, line.account, currency, line.cents,
      CASE WHEN line.account = 'creator' THEN completed_at + interval '15 days' END, completed_at
    FROM entry JOIN sold ON sold.id = entry.sale_id
    CROSS JOIN LATERAL (VALUES ('provider', -amount_cents), ('creator', creator_earnings_cents),
      ('platform', platform_fee_cents)) AS line (account, cents)
    WHERE line.cents <> 0`);

  // Each row is something wrong with the money. It stays empty.
  await run(sql`
    CREATE VIEW ledger_violations AS
    SELECT 'unbalanced entry' AS what, entry_id::text AS id, sum(amount_cents)::bigint AS off_by_cents
      FROM ledger_lines GROUP BY entry_id, currency HAVING sum(amount_cents) <> 0
    UNION ALL
    SELECT 'balance differs from its lines', concat_ws(' ', creator_id, account, currency),
        (coalesce(b.balance_cents, 0) - coalesce(l.sum, 0))::bigint
      FROM ledger_balances b
      FULL JOIN (SELECT creator_id, account, currency, sum(amount_cents) FROM ledger_lines GROUP BY 1, 2, 3) l
        USING (creator_id, account, currency)
      WHERE b.balance_cents IS DISTINCT FROM l.sum
    UNION ALL
    SELECT 'running balance jumps', concat_ws(' ', creator_id, account, id),
        (balance_after_cents - before - amount_cents)::bigint
      FROM (
        SELECT *, coalesce(lag(balance_after_cents) OVER (PARTITION BY creator_id, account, currency ORDER BY id), 0)
          AS before FROM ledger_lines
      ) line
      WHERE balance_after_cents <> before + amount_cents
    UNION ALL
    SELECT 'creator''s part of a sale', sale.id::text, (coalesce(posted.sum, 0) - owed.cents)::bigint
      FROM sales sale
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0) AS cents FROM refunds WHERE sale_id = sale.id AND status <> 'failed'
      ) refunded
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0) AS cents FROM disputes WHERE sale_id = sale.id AND status = 'lost'
      ) lost
      CROSS JOIN LATERAL (SELECT least(sale.amount_cents, refunded.cents + lost.cents) AS cents) taken
      CROSS JOIN LATERAL (
        SELECT CASE WHEN sale.paid_at IS NULL OR sale.duplicate THEN 0
          ELSE sale.creator_earnings_cents - taken.cents
            + (2 * sale.platform_fee_cents * taken.cents + sale.amount_cents) / (2 * sale.amount_cents) END AS cents
      ) owed
      LEFT JOIN LATERAL (
        SELECT sum(line.amount_cents) FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
        WHERE entry.sale_id = sale.id AND line.account IN ('creator', 'creator_held')
      ) posted ON true
      WHERE coalesce(posted.sum, 0) <> owed.cents
    UNION ALL
    SELECT 'payout', payout.id::text, (posted.taken + CASE status WHEN 'failed' THEN 0 ELSE amount_cents END)::bigint
      FROM payouts payout
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(line.amount_cents) FILTER (WHERE account = 'creator'), 0)::bigint AS taken,
          coalesce(sum(line.amount_cents) FILTER (WHERE account = 'in_transit'), 0)::bigint AS in_transit,
          coalesce(sum(line.amount_cents) FILTER (WHERE account = 'paid_out'), 0)::bigint AS paid_out
        FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id WHERE entry.payout_id = payout.id
      ) posted ON true
      WHERE (posted.taken, posted.in_transit, posted.paid_out) IS DISTINCT FROM (CASE status
        WHEN 'prepared' THEN (-amount_cents, amount_cents, 0::bigint)
        WHEN 'paid' THEN (-amount_cents, 0::bigint, amount_cents)
        ELSE (0::bigint, 0::bigint, 0::bigint) END)`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP VIEW ledger_violations`.execute(db);
  await sql`DROP TABLE ledger_balances, ledger_lines, ledger_entries, payouts, payout_batches, disputes, refunds`.execute(
    db,
  );
  await sql`DROP FUNCTION ledger_run_balance, ledger_require_zero_sum, ledger_refuse_change`.execute(db);
  await sql`DROP INDEX sales_undecided_idx, sales_newest_idx`.execute(db);
  await sql`
    ALTER TABLE sales DROP CONSTRAINT sales_paid_check, DROP CONSTRAINT sales_unpaid_check,
      DROP CONSTRAINT sales_duplicate_check, DROP paid_at, DROP duplicate, DROP payment_method, DROP awaiting_until,
      DROP charge_id, DROP provider_fee_cents`.execute(db);
}
