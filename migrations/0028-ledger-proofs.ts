import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Lines of entries made since the checkpoint, each with its transaction: read once, checked several times. */
const fresh = "SELECT * FROM pg_temp.ledger_fresh";

/** What lines add up to by day, as `ledger_run_days` keeps it (0015). */
const days = (lines: string) => `
  SELECT currency, (created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day,
    (hashtext(creator_id::text) & 7)::smallint AS part,
    (count(*) FILTER (WHERE reason = 'sale' AND account IN ('creator', 'creator_held')
      AND amount_cents > 0))::integer AS sales,
    coalesce(sum(amount_cents) FILTER (WHERE account = 'platform'), 0)::bigint AS platform_cents,
    coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'in_transit', 'paid_out')), 0)::bigint
      AS creators_cents
  FROM (${lines}) line GROUP BY 1, 2, 3`;

/** Each returns what is wrong among what is new, as `ledger_violations` does for everything. */
const checks = [
  `SELECT 'unbalanced entry', l.entry_id::text, sum(l.amount_cents)::bigint
   FROM (${fresh}) l GROUP BY l.entry_id, l.currency HAVING sum(l.amount_cents) <> 0`,

  `SELECT 'balance differs from its lines', concat_ws(' ', creator_id, account, currency),
     (coalesce(b.balance_cents, 0) - coalesce(p.balance_cents, 0) - added.cents)::bigint
   FROM (SELECT creator_id, account, currency, sum(amount_cents) AS cents FROM (${fresh}) l GROUP BY 1, 2, 3) added
   LEFT JOIN ledger_balances b USING (creator_id, account, currency)
   LEFT JOIN ledger_proved_balances p USING (creator_id, account, currency)
   WHERE coalesce(b.balance_cents, 0) <> coalesce(p.balance_cents, 0) + added.cents`,

  // Of what creators are owed alone: its running balance is what statements show. For the rest the sum above suffices.
  `SELECT 'running balance jumps', concat_ws(' ', l.creator_id, l.account, l.id),
     (l.balance_after_cents - coalesce(earlier.cents, 0) - l.amount_cents)::bigint
   FROM (${fresh}) l
   LEFT JOIN LATERAL (
     SELECT balance_after_cents AS cents FROM ledger_lines q
     WHERE q.creator_id = l.creator_id AND q.currency = l.currency AND q.account = 'creator' AND q.id < l.id
     ORDER BY q.creator_id DESC, q.currency DESC, q.id DESC LIMIT 1
   ) earlier ON true
   WHERE l.account = 'creator' AND l.balance_after_cents <> coalesce(earlier.cents, 0) + l.amount_cents`,

  `SELECT 'day differs from its lines', concat_ws(' ', currency, day, part),
     (coalesce(d.platform_cents + d.creators_cents, 0) - coalesce(l.platform_cents + l.creators_cents, 0))::bigint
   FROM ledger_days d
   FULL JOIN (
     SELECT currency, day, part, sum(sales) AS sales, sum(platform_cents) AS platform_cents,
       sum(creators_cents) AS creators_cents
     FROM (SELECT * FROM ledger_proved_days UNION ALL ${days(fresh)}) counted GROUP BY 1, 2, 3
   ) l USING (currency, day, part)
   WHERE (coalesce(d.sales, 0), coalesce(d.platform_cents, 0), coalesce(d.creators_cents, 0))
     IS DISTINCT FROM (coalesce(l.sales, 0), coalesce(l.platform_cents, 0), coalesce(l.creators_cents, 0))`,

  `SELECT 'creator''s part of a sale', sale.id::text, (posted.cents - owed.cents)::bigint
   FROM (
     SELECT sale_id AS id FROM ledger_touched WHERE sale_id IS NOT NULL
     UNION SELECT sale_id FROM pg_temp.ledger_fresh WHERE sale_id IS NOT NULL
   ) affected
   JOIN sales sale USING (id)
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
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(line.amount_cents), 0) AS cents
     FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
     WHERE entry.sale_id = sale.id AND line.account IN ('creator', 'creator_held')
   ) posted
   WHERE posted.cents <> owed.cents`,

  `SELECT 'payout', payout.id::text,
     (posted.taken + CASE WHEN status IN ('failed', 'returned') THEN 0 ELSE amount_cents END)::bigint
   FROM (
     SELECT payout_id AS id FROM ledger_touched WHERE payout_id IS NOT NULL
     UNION SELECT payout_id FROM pg_temp.ledger_fresh WHERE payout_id IS NOT NULL
   ) affected
   JOIN payouts payout USING (id)
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(line.amount_cents) FILTER (WHERE account = 'creator'), 0)::bigint AS taken,
       coalesce(sum(line.amount_cents) FILTER (WHERE account = 'in_transit'), 0)::bigint AS in_transit,
       coalesce(sum(line.amount_cents) FILTER (WHERE account = 'paid_out'), 0)::bigint AS paid_out
     FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id WHERE entry.payout_id = payout.id
   ) posted
   WHERE (posted.taken, posted.in_transit, posted.paid_out) IS DISTINCT FROM (CASE status
     WHEN 'prepared' THEN (-amount_cents, amount_cents, 0::bigint)
     WHEN 'paid' THEN (-amount_cents, 0::bigint, amount_cents)
     ELSE (0::bigint, 0::bigint, 0::bigint) END)`,

  `SELECT 'adjustment', adjustment.id::text, (posted.cents - expected.cents)::bigint
   FROM (SELECT adjustment_id AS id FROM ledger_touched WHERE adjustment_id IS NOT NULL) affected
   JOIN ledger_adjustments adjustment USING (id)
   CROSS JOIN LATERAL (SELECT CASE kind WHEN 'debit' THEN -amount_cents ELSE amount_cents END AS cents) expected
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(line.amount_cents), 0) AS cents
     FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
     WHERE entry.adjustment_id = adjustment.id AND line.account = 'creator'
   ) posted
   WHERE posted.cents <> expected.cents`,
];

const proveBody = `
  #variable_conflict use_column
  DECLARE
    since xid8;
    -- Every transaction before it has ended: what it posted is seen.
    until xid8 := pg_snapshot_xmin(pg_current_snapshot());
    sound boolean := true;
  BEGIN
    IF current_setting('transaction_isolation') <> 'repeatable read' THEN
      RAISE EXCEPTION 'the ledger is proved in one snapshot: use REPEATABLE READ';
    END IF;
    IF NOT pg_try_advisory_xact_lock(hashtext('ledger proof')) THEN
      RAISE EXCEPTION 'another proof of the ledger is running' USING ERRCODE = 'lock_not_available';
    END IF;
    SELECT proved_until INTO since FROM ledger_checkpoint;
    IF NOT from_start AND since > until THEN
      RAISE EXCEPTION 'the checkpoint is of another database cluster: prove the whole ledger';
    END IF;
    from_start := from_start OR since IS NULL;
    CREATE TEMPORARY TABLE ledger_fresh ON COMMIT DROP AS
      SELECT l.*, e.reason, e.sale_id, e.payout_id, e.made_in
      FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id WHERE from_start OR e.made_in >= since;
    ANALYZE pg_temp.ledger_fresh;
    IF from_start THEN
      RETURN QUERY SELECT * FROM ledger_violations;
      sound := NOT FOUND;
    ELSE
      ${checks.map((check) => `RETURN QUERY ${check}; sound := sound AND NOT FOUND;`).join("\n      ")}
    END IF;
    -- The checkpoint stays before what is wrong, which so is found again every time.
    IF NOT sound THEN
      IF from_start THEN DELETE FROM ledger_checkpoint; END IF;
      RETURN;
    END IF;
    IF from_start THEN
      DELETE FROM ledger_proved_balances;
      DELETE FROM ledger_proved_days;
    END IF;
    INSERT INTO ledger_proved_balances AS p
      SELECT l.creator_id, l.account, l.currency, sum(l.amount_cents)
      FROM pg_temp.ledger_fresh l WHERE (l.made_in < until) IS NOT FALSE
      GROUP BY 1, 2, 3
      ON CONFLICT (creator_id, account, currency) DO UPDATE SET balance_cents = p.balance_cents + EXCLUDED.balance_cents;
    INSERT INTO ledger_proved_days AS p
      ${days(`${fresh} WHERE (made_in < until) IS NOT FALSE`)}
      ON CONFLICT (currency, day, part) DO UPDATE SET sales = p.sales + EXCLUDED.sales,
        platform_cents = p.platform_cents + EXCLUDED.platform_cents,
        creators_cents = p.creators_cents + EXCLUDED.creators_cents;
    DELETE FROM ledger_touched WHERE made_in < until;
    DELETE FROM ledger_checkpoint;
    INSERT INTO ledger_checkpoint VALUES (until);
  END`;

/** What may change what a sale, payout or adjustment must have in the ledger: it is proved again. */
const touches = [
  ["sales", "INSERT", "NEW.paid_at IS NOT NULL", "sale_id", "id"],
  [
    "sales",
    "UPDATE OF paid_at, duplicate, amount_cents, platform_fee_cents, creator_earnings_cents",
    `(OLD.paid_at, OLD.duplicate, OLD.amount_cents, OLD.platform_fee_cents, OLD.creator_earnings_cents)
      IS DISTINCT FROM (NEW.paid_at, NEW.duplicate, NEW.amount_cents, NEW.platform_fee_cents, NEW.creator_earnings_cents)`,
    "sale_id",
    "id",
  ],
  ["refunds", "INSERT OR UPDATE OF status, amount_cents", "true", "sale_id", "sale_id"],
  ["disputes", "INSERT OR UPDATE OF status, amount_cents", "true", "sale_id", "sale_id"],
  ["payouts", "INSERT OR UPDATE OF status, amount_cents", "true", "payout_id", "id"],
  ["ledger_adjustments", "INSERT", "true", "adjustment_id", "id"],
] as const;

/**
 * The daily proof of the ledger by increments (docs/decisions/0043-ledger-proved-by-increments.md): `ledger_prove` checks
 * what was posted or changed since the checkpoint, against balances and days proved before. Runs that fail are kept. And
 * what Stripe booked on the account, to compare its balance with the ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("CREATE INDEX ledger_entries_made_in_idx ON ledger_entries (made_in) WHERE made_in IS NOT NULL");
  await run("CREATE TABLE ledger_checkpoint (proved_until xid8 NOT NULL)");
  await run(`
    CREATE TABLE ledger_proved_balances (
      creator_id uuid NOT NULL, account text NOT NULL, currency text NOT NULL, balance_cents bigint NOT NULL,
      PRIMARY KEY (creator_id, account, currency)
    )`);
  await run(`
    CREATE TABLE ledger_proved_days (
      currency text NOT NULL, day date NOT NULL, part smallint NOT NULL, sales integer NOT NULL,
      platform_cents bigint NOT NULL, creators_cents bigint NOT NULL,
      PRIMARY KEY (currency, day, part)
    )`);
  await run(`
    CREATE TABLE ledger_touched (
      made_in xid8 NOT NULL DEFAULT pg_current_xact_id(), sale_id uuid, payout_id uuid, adjustment_id uuid
    )`);
  await run("CREATE INDEX ledger_touched_made_in_idx ON ledger_touched (made_in)");
  for (const [at, [table, event, condition, column, key]] of touches.entries()) {
    const name = `ledger_touch_${at + 1}`;
    await run(`
      CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
      BEGIN
        INSERT INTO ledger_touched (${column}) VALUES (NEW.${key});
        RETURN NULL;
      END $$`);
    await run(`
      CREATE TRIGGER ${name} AFTER ${event} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}()`);
  }
  await run(`
    CREATE FUNCTION ledger_prove(from_start boolean)
    RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE plpgsql SECURITY DEFINER
    SET ${path} SET plan_cache_mode = force_custom_plan AS $$ ${proveBody} $$`);
  await run(`
    CREATE TABLE ledger_proofs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      whole boolean NOT NULL,
      started_at timestamptz(3) NOT NULL,
      finished_at timestamptz(3),
      violations integer,
      failure text
    )`);

  await run(
    "ALTER TABLE reconciliations ADD failure text, ADD provider_cents bigint, ADD expected_cents bigint",
  );
  await run(`
    ALTER TABLE reconciliation_differences DROP CONSTRAINT reconciliation_differences_what_check`);
  await run(`
    ALTER TABLE reconciliation_differences ADD CONSTRAINT reconciliation_differences_what_check
      CHECK (what ~ '^[a-z][A-Za-z]{2,39}$')`);

  // Stripe's balance transactions, in the account's currency. Types that are new to us are kept as they come.
  await run(`
    CREATE TABLE provider_movements (
      id text PRIMARY KEY,
      type text NOT NULL,
      category text NOT NULL,
      amount_cents bigint NOT NULL,
      fee_cents bigint NOT NULL,
      net_cents bigint NOT NULL,
      currency text NOT NULL,
      source_id text,
      sale_id uuid CONSTRAINT provider_movements_sale_id_fkey REFERENCES sales ON DELETE RESTRICT,
      created_at timestamptz(3) NOT NULL
    )`);
  await run("CREATE INDEX provider_movements_newest_idx ON provider_movements (created_at DESC, id DESC)");
  await run(
    "CREATE INDEX provider_movements_sale_idx ON provider_movements (sale_id) WHERE sale_id IS NOT NULL",
  );
  await run(`
    CREATE INDEX provider_movements_unlinked_idx ON provider_movements (category) INCLUDE (net_cents, currency)
      WHERE sale_id IS NULL`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP TABLE provider_movements, ledger_proofs");
  await run("ALTER TABLE reconciliation_differences DROP CONSTRAINT reconciliation_differences_what_check");
  await run(`
    DELETE FROM reconciliation_differences WHERE what NOT IN ('unknownSale', 'unknownPayment', 'otherCheckout',
      'unknownCheckout', 'otherAmount', 'missingAtProvider', 'refundNotSent', 'owedToBuyer', 'ledger')`);
  await run(`
    ALTER TABLE reconciliation_differences ADD CONSTRAINT reconciliation_differences_what_check
      CHECK (what IN ('unknownSale', 'unknownPayment', 'otherCheckout', 'unknownCheckout', 'otherAmount',
        'missingAtProvider', 'refundNotSent', 'owedToBuyer', 'ledger'))`);
  await run("ALTER TABLE reconciliations DROP failure, DROP provider_cents, DROP expected_cents");
  await run("DROP FUNCTION ledger_prove");
  for (const [at, [table]] of touches.entries()) {
    await run(`DROP TRIGGER ledger_touch_${at + 1} ON ${table}`);
    await run(`DROP FUNCTION ledger_touch_${at + 1}`);
  }
  await run("DROP TABLE ledger_touched, ledger_proved_days, ledger_proved_balances, ledger_checkpoint");
  await run("DROP INDEX ledger_entries_made_in_idx");
}
