import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Days until a creator's part is released while no rule is set: `releaseDays` in SQL. */
const standardDays = { pix: 7, boleto: 7, card: 15 };

/** As the release itself below: naming the zone for each sale takes much longer. São Paulo is UTC-3 since 2019. */
const paidDay = "((sale.paid_at AT TIME ZONE 'UTC') - interval '3 hours')::date";

/**
 * What each account must hold because of a paid sale: `decideSalePosition` and `decideRelease` in SQL. A refund counts
 * by the statuses listed here, so a new final status counts nothing. The rule and the reserve in force on the day of
 * the payment are joined, as the proof reads every sale: PostgreSQL calls `release_days` and `reserve_of` once for each
 * row, which takes ten times as long.
 */
const positions = `
  SELECT sale.id AS sale_id, sale.currency, part.account,
    dated.available_at, dated.cents
  FROM sales sale JOIN videos ON videos.id = sale.video_id
  LEFT JOIN LATERAL (
    SELECT pix_days, boleto_days, card_days FROM release_rules WHERE valid_from <= ${paidDay}
    ORDER BY valid_from DESC, number DESC LIMIT 1
  ) rule ON true
  LEFT JOIN LATERAL (
    SELECT reserve_bp AS bp, reserve_days AS days FROM creator_reserves
    WHERE creator_id = videos.creator_id AND valid_from <= ${paidDay}
    ORDER BY valid_from DESC, number DESC LIMIT 1
  ) reserve ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_cents) FILTER (WHERE channel = 'provider'), 0)::bigint AS provider,
      coalesce(sum(amount_cents) FILTER (WHERE channel = 'outside'), 0)::bigint AS outside
    FROM refunds WHERE sale_id = sale.id AND status IN ('requested', 'pending', 'succeeded')
  ) refunded
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_cents) FILTER (WHERE status = 'open'), 0)::bigint AS held,
      coalesce(sum(amount_cents) FILTER (WHERE status = 'lost'), 0)::bigint AS lost
    FROM disputes WHERE sale_id = sale.id
  ) disputed
  CROSS JOIN LATERAL (
    SELECT (coalesce(sum(fee_cents) FILTER (WHERE category = 'charge'), sale.provider_fee_cents, 0)
      + coalesce(sum(fee_cents) FILTER (WHERE category <> 'charge'), 0))::bigint AS fee
    FROM provider_movements WHERE sale_id = sale.id
  ) booked
  CROSS JOIN LATERAL (SELECT refunded.provider + refunded.outside + disputed.lost AS cents) back
  CROSS JOIN LATERAL (SELECT least(sale.amount_cents, back.cents) AS cents) covered
  CROSS JOIN LATERAL (
    SELECT (2 * sale.platform_fee_cents * covered.cents + sale.amount_cents) / (2 * sale.amount_cents) AS cents
  ) fee_back
  CROSS JOIN LATERAL (
    SELECT greatest(
      sale.paid_at + make_interval(hours => 24 * CASE sale.payment_method
        WHEN 'pix' THEN coalesce(rule.pix_days, ${standardDays.pix})
        WHEN 'boleto' THEN coalesce(rule.boleto_days, ${standardDays.boleto})
        ELSE coalesce(rule.card_days, ${standardDays.card}) END),
      ((((sale.paid_at AT TIME ZONE 'UTC') - interval '3 hours')::date + 8)::timestamp + interval '3 hours') AT TIME ZONE 'UTC'
    ) AS at
  ) release
  CROSS JOIN LATERAL (VALUES
    ('provider', refunded.provider + disputed.held + disputed.lost + booked.fee - sale.amount_cents),
    ('provider_fees', -booked.fee),
    ('disputed', -disputed.held),
    ('bank', refunded.outside),
    ('loss', covered.cents - back.cents),
    ('buyer', CASE WHEN sale.duplicate THEN sale.amount_cents - covered.cents ELSE 0 END),
    (CASE WHEN disputed.held > 0 THEN 'platform_held' ELSE 'platform' END,
      CASE WHEN sale.duplicate THEN 0 ELSE sale.platform_fee_cents - fee_back.cents END),
    (CASE WHEN disputed.held > 0 THEN 'creator_held' ELSE 'creator' END,
      CASE WHEN sale.duplicate THEN 0
        ELSE sale.amount_cents - sale.platform_fee_cents - (covered.cents - fee_back.cents) END)
  ) part (account, cents)
  CROSS JOIN LATERAL (
    SELECT CASE part.account WHEN 'creator' THEN part.cents * coalesce(reserve.bp, 0) / 10000 ELSE 0 END AS cents
  ) reserved
  CROSS JOIN LATERAL (VALUES
    (CASE part.account WHEN 'creator' THEN release.at END, part.cents - reserved.cents),
    (greatest(release.at, sale.paid_at + make_interval(hours => 24 * coalesce(reserve.days, 0))), reserved.cents)
  ) dated (available_at, cents)
  WHERE sale.paid_at IS NOT NULL AND part.cents <> 0`;

/** What each account must hold because of a payout or an adjustment; available from the date of its entry. */
const otherPositions = `
  SELECT payout.id AS payout_id, NULL::uuid AS adjustment_id, part.account, part.cents
  FROM payouts payout
  CROSS JOIN LATERAL (VALUES
    ('creator', CASE WHEN status IN ('prepared', 'paid') THEN -amount_cents ELSE 0 END),
    ('in_transit', CASE status WHEN 'prepared' THEN amount_cents ELSE 0 END),
    ('paid_out', CASE status WHEN 'paid' THEN amount_cents ELSE 0 END)
  ) part (account, cents)
  WHERE part.cents <> 0
  UNION ALL
  SELECT NULL, adjustment.id, part.account, part.cents
  FROM ledger_adjustments adjustment
  CROSS JOIN LATERAL (SELECT CASE kind WHEN 'debit' THEN -amount_cents ELSE amount_cents END AS cents) signed
  CROSS JOIN LATERAL (VALUES
    ('creator', signed.cents), (CASE kind WHEN 'repayment' THEN 'paid_out' ELSE 'platform' END, -signed.cents)
  ) part (account, cents)`;

/** What each account must hold because of a movement without a sale: `decideMovementPosition` in SQL. */
const movementPositions = `
  SELECT movement.id AS movement_id, movement.currency, part.account, part.cents
  FROM provider_movements movement
  CROSS JOIN LATERAL (VALUES
    ('provider', -net_cents),
    ('provider_fees', CASE category WHEN 'fee' THEN net_cents ELSE -fee_cents END),
    ('bank', CASE WHEN category IN ('payout', 'payout_reversal') THEN net_cents + fee_cents ELSE 0 END),
    ('unexplained', CASE WHEN category IN ('fee', 'payout', 'payout_reversal') THEN 0 ELSE net_cents + fee_cents END)
  ) part (account, cents)
  WHERE movement.sale_id IS NULL AND movement.currency IN ('BRL', 'USD', 'EUR') AND part.cents <> 0`;

/** What lines add up to by day, as `ledger_run_days` keeps it. */
const days = (lines: string) => `
  SELECT currency, (created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day,
    (hashtext(creator_id::text) & 7)::smallint AS part,
    (count(*) FILTER (WHERE reason = 'sale' AND account IN ('creator', 'creator_held')
      AND amount_cents > 0))::integer AS sales,
    coalesce(sum(amount_cents) FILTER (WHERE account = 'platform'), 0)::bigint AS platform_cents,
    coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'in_transit', 'paid_out')), 0)::bigint
      AS creators_cents
  FROM (${lines}) line WHERE creator_id IS NOT NULL GROUP BY 1, 2, 3`;

/** The columns of a line that the checks read, with its entry. */
const lineOfEntry = `
  SELECT l.*, e.reason, e.sale_id, e.payout_id, e.adjustment_id, e.made_in, e.created_at AS entry_at,
    e.movement_id
  FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id`;

interface Source {
  /** The lines to check, as `lineOfEntry` has them. */
  lines: string;
  /** The ids to check. */
  sales: string;
  payouts: string;
  adjustments: string;
  movements: string;
  /** The entries to check. */
  entries: string;
  /** By creator, account and currency: what the lines up to now add up to. */
  balances: string;
  /** As `days`, over all lines. */
  days: string;
  /** Finds the balance after the line before, on the same account. */
  jumps: string;
}

/** Compares the posted lines of a subject with what they must be, by account. */
const compared = (kind: string, ids: string, posted: string, expected: string) => `
  SELECT '${kind}, ' || CASE WHEN off.total <> 0 THEN 'account ' || off.account ELSE 'release date' END, subject.id::text,
    (CASE WHEN off.total <> 0 THEN off.total ELSE off.moved / 2 END)::bigint
  FROM (${ids}) subject
  CROSS JOIN LATERAL (
    SELECT account, sum(cents) AS total, sum(abs(cents)) AS moved FROM (
      SELECT account, currency, available_at, sum(cents) AS cents
      FROM (${posted} UNION ALL ${expected}) part GROUP BY 1, 2, 3
    ) dated GROUP BY account, currency HAVING bool_or(cents <> 0)
  ) off`;

/** Each returns what is wrong. The whole proof and the daily one run the same checks over different rows. */
const checks = (from: Source) => [
  `SELECT 'unbalanced entry' AS what, l.entry_id::text AS id, sum(l.amount_cents)::bigint AS off_by_cents
   FROM (${from.lines}) l GROUP BY l.entry_id, l.currency HAVING sum(l.amount_cents) <> 0`,

  `SELECT 'balance differs from its lines', concat_ws(' ', creator_id, account, currency),
     (coalesce(b.balance_cents, 0) - coalesce(l.cents, 0))::bigint
   FROM ledger_balances b FULL JOIN (${from.balances}) l USING (creator_id, account, currency)
   WHERE coalesce(b.balance_cents, 0) <> coalesce(l.cents, 0)`,

  from.jumps,

  `SELECT 'day differs from its lines', concat_ws(' ', currency, day, part),
     (coalesce(d.platform_cents + d.creators_cents, 0) - coalesce(l.platform_cents + l.creators_cents, 0))::bigint
   FROM ledger_days d FULL JOIN (${from.days}) l USING (currency, day, part)
   WHERE (coalesce(d.sales, 0), coalesce(d.platform_cents, 0), coalesce(d.creators_cents, 0))
     IS DISTINCT FROM (coalesce(l.sales, 0), coalesce(l.platform_cents, 0), coalesce(l.creators_cents, 0))`,

  compared(
    "sale",
    from.sales,
    `SELECT line.account, line.currency, line.available_at, line.amount_cents AS cents
     FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id WHERE entry.sale_id = subject.id`,
    "SELECT account, currency, available_at, -cents FROM ledger_sale_positions WHERE sale_id = subject.id",
  ),

  compared(
    "payout",
    from.payouts,
    `SELECT line.account, line.currency, NULL::timestamptz AS available_at, line.amount_cents AS cents
     FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id WHERE entry.payout_id = subject.id`,
    "SELECT account, 'BRL', NULL, -cents FROM ledger_other_positions WHERE payout_id = subject.id",
  ),

  compared(
    "adjustment",
    from.adjustments,
    `SELECT line.account, line.currency, NULL::timestamptz AS available_at, line.amount_cents AS cents
     FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id WHERE entry.adjustment_id = subject.id`,
    "SELECT account, 'BRL', NULL, -cents FROM ledger_other_positions WHERE adjustment_id = subject.id",
  ),

  compared(
    "movement",
    from.movements,
    `SELECT line.account, line.currency, line.available_at, line.amount_cents AS cents
     FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id WHERE entry.movement_id = subject.id`,
    "SELECT account, currency, NULL, -cents FROM ledger_movement_positions WHERE movement_id = subject.id",
  ),

  `SELECT 'line of another creator', l.id::text, l.amount_cents
   FROM (${from.lines}) l
   LEFT JOIN sales ON sales.id = l.sale_id
   LEFT JOIN videos ON videos.id = sales.video_id
   LEFT JOIN payouts ON payouts.id = l.payout_id
   LEFT JOIN ledger_adjustments adjustment ON adjustment.id = l.adjustment_id
   WHERE l.creator_id IS DISTINCT FROM coalesce(videos.creator_id, payouts.creator_id, adjustment.creator_id)`,

  `SELECT 'line of another date', l.id::text, l.amount_cents FROM (${from.lines}) l WHERE l.created_at <> l.entry_at`,

  // A sale's earnings have the release date of the sale; other lines of a creator that of their entry.
  `SELECT 'line released on another date', l.id::text, l.amount_cents
   FROM (${from.lines}) l WHERE l.account = 'creator' AND l.sale_id IS NULL AND l.available_at <> l.entry_at`,

  // Dated by what made it necessary, never before; a later date is that of a later step, such as a refund that failed.
  // The provider's clock may be ahead of ours.
  `SELECT 'entry of another date', e.id::text, 0::bigint
   FROM (${from.entries}) e
   LEFT JOIN sales sale ON sale.id = e.sale_id
   LEFT JOIN payouts payout ON payout.id = e.payout_id
   LEFT JOIN ledger_adjustments adjustment ON adjustment.id = e.adjustment_id
   LEFT JOIN provider_movements movement ON movement.id = e.movement_id
   WHERE NOT CASE
     WHEN e.movement_id IS NOT NULL THEN e.created_at = movement.created_at
     WHEN e.payout_id IS NOT NULL THEN e.created_at IN (payout.created_at, payout.decided_at, payout.returned_at)
     WHEN e.adjustment_id IS NOT NULL THEN e.created_at = adjustment.created_at
     WHEN sale.paid_at IS NULL OR e.created_at < sale.paid_at THEN false
     WHEN e.reason = 'sale' THEN e.created_at = sale.paid_at
     WHEN e.reason = 'refund' THEN EXISTS (SELECT FROM refunds WHERE sale_id = e.sale_id AND created_at <= e.created_at + interval '1 day')
     WHEN e.reason = 'dispute' THEN EXISTS (SELECT FROM disputes WHERE sale_id = e.sale_id AND created_at <= e.created_at + interval '1 day')
     ELSE true END IS TRUE`,

  `SELECT 'entry without lines', e.id::text, 0::bigint
   FROM (${from.entries}) e WHERE NOT EXISTS (SELECT FROM ledger_lines WHERE entry_id = e.id)`,

  // Stripe's fee is the platform's; a release date moves between two lines of one account.
  `SELECT 'fee or release that moves earnings', l.entry_id::text, max(abs(l.cents))::bigint
   FROM (
     SELECT entry_id, account, sum(amount_cents) AS cents FROM (${from.lines}) line
     WHERE reason IN ('fee', 'release') AND account NOT IN ('provider', 'provider_fees')
     GROUP BY 1, 2 HAVING sum(amount_cents) <> 0
   ) l GROUP BY l.entry_id`,
];

const all: Source = {
  lines: lineOfEntry,
  sales: "SELECT id FROM sales",
  payouts: "SELECT id FROM payouts",
  adjustments: "SELECT id FROM ledger_adjustments",
  movements: `SELECT id FROM provider_movements WHERE sale_id IS NULL
    UNION SELECT movement_id FROM ledger_entries WHERE movement_id IS NOT NULL`,
  entries: "SELECT * FROM ledger_entries",
  balances:
    "SELECT creator_id, account, currency, sum(amount_cents) AS cents FROM ledger_lines WHERE creator_id IS NOT NULL GROUP BY 1, 2, 3",
  days: days(lineOfEntry),
  jumps: `
    SELECT 'running balance jumps', concat_ws(' ', creator_id, account, id),
      (balance_after_cents - before - amount_cents)::bigint
    FROM (
      SELECT *, coalesce(lag(balance_after_cents) OVER (PARTITION BY creator_id, account, currency ORDER BY id), 0)
        AS before FROM ledger_lines WHERE creator_id IS NOT NULL
    ) line
    WHERE balance_after_cents <> before + amount_cents`,
};

/** Lines of entries made since the checkpoint: read once, checked several times. */
const fresh = "SELECT * FROM pg_temp.ledger_fresh";

const affected = (column: string) => `
  SELECT ${column} AS id FROM ledger_touched WHERE ${column} IS NOT NULL
  UNION SELECT ${column} FROM pg_temp.ledger_fresh WHERE ${column} IS NOT NULL`;

const sinceCheckpoint: Source = {
  lines: fresh,
  sales: affected("sale_id"),
  payouts: affected("payout_id"),
  adjustments: affected("adjustment_id"),
  movements: affected("movement_id"),
  entries: "SELECT * FROM ledger_entries WHERE made_in >= since",
  balances: `
    SELECT creator_id, account, currency, sum(balance_cents) AS cents FROM (
      SELECT creator_id, account, currency, balance_cents FROM ledger_proved_balances
      UNION ALL SELECT creator_id, account, currency, amount_cents FROM pg_temp.ledger_fresh
      WHERE creator_id IS NOT NULL
    ) counted GROUP BY 1, 2, 3`,
  days: `
    SELECT currency, day, part, sum(sales) AS sales, sum(platform_cents) AS platform_cents,
      sum(creators_cents) AS creators_cents
    FROM (SELECT * FROM ledger_proved_days UNION ALL ${days(fresh)}) counted GROUP BY 1, 2, 3`,
  // Of what creators are owed alone: its running balance is what statements show. For the rest the sum suffices.
  jumps: `
    SELECT 'running balance jumps', concat_ws(' ', l.creator_id, l.account, l.id),
      (l.balance_after_cents - coalesce(earlier.cents, 0) - l.amount_cents)::bigint
    FROM (${fresh}) l
    LEFT JOIN LATERAL (
      SELECT balance_after_cents AS cents FROM ledger_lines q
      WHERE q.creator_id = l.creator_id AND q.currency = l.currency AND q.account = 'creator' AND q.id < l.id
      ORDER BY q.creator_id DESC, q.currency DESC, q.id DESC LIMIT 1
    ) earlier ON true
    WHERE l.account = 'creator' AND l.balance_after_cents <> coalesce(earlier.cents, 0) + l.amount_cents`,
};

const proveBody = `
  #variable_conflict use_column
  DECLARE
    since xid8;
    -- Every transaction before it has ended: what it posted is seen.
    until xid8 := pg_snapshot_xmin(pg_current_snapshot());
    asked boolean := from_start;
    total bigint := 0;
    more bigint;
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
      ${lineOfEntry} WHERE from_start OR e.made_in >= since;
    ANALYZE pg_temp.ledger_fresh;
    IF from_start THEN
      RETURN QUERY SELECT * FROM ledger_violations;
      GET DIAGNOSTICS total = ROW_COUNT;
    ELSE
      ${checks(sinceCheckpoint)
        .map((check) => `RETURN QUERY ${check}; GET DIAGNOSTICS more = ROW_COUNT; total := total + more;`)
        .join("\n      ")}
    END IF;
    -- The checkpoint stays before what is wrong, which so is found again every time.
    PERFORM ledger_end_proof(asked, false, total);
    IF total > 0 THEN
      IF from_start THEN DELETE FROM ledger_checkpoint; END IF;
      RETURN;
    END IF;
    IF from_start THEN
      DELETE FROM ledger_proved_balances;
      DELETE FROM ledger_proved_days;
    END IF;
    INSERT INTO ledger_proved_balances AS p
      SELECT l.creator_id, l.account, l.currency, sum(l.amount_cents)
      FROM pg_temp.ledger_fresh l WHERE (l.made_in < until) IS NOT FALSE AND l.creator_id IS NOT NULL
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

/**
 * What may change what a sale, payout, adjustment or movement must have in the ledger: it is proved again. Each with
 * the table, the events, their condition, the columns that are noted, and their values.
 */
const touches = [
  ["sales", "INSERT", "WHEN (NEW.paid_at IS NOT NULL)", "sale_id", "NEW.id"],
  [
    "sales",
    `UPDATE OF paid_at, duplicate, amount_cents, platform_fee_cents, creator_earnings_cents, currency, video_id, payment_method,
      provider_fee_cents`,
    `WHEN (NEW.paid_at IS NOT NULL AND (OLD.paid_at, OLD.duplicate, OLD.amount_cents, OLD.platform_fee_cents,
        OLD.creator_earnings_cents, OLD.currency, OLD.video_id, OLD.payment_method, OLD.provider_fee_cents)
      IS DISTINCT FROM (NEW.paid_at, NEW.duplicate, NEW.amount_cents, NEW.platform_fee_cents, NEW.creator_earnings_cents,
        NEW.currency, NEW.video_id, NEW.payment_method, NEW.provider_fee_cents)
      OR OLD.paid_at IS NOT NULL AND NEW.paid_at IS NULL)`,
    "sale_id",
    "NEW.id",
  ],
  ["refunds", "INSERT OR UPDATE OF status, amount_cents", "", "sale_id", "NEW.sale_id"],
  ["disputes", "INSERT OR UPDATE OF status, amount_cents", "", "sale_id", "NEW.sale_id"],
  ["payouts", "INSERT OR UPDATE OF status, amount_cents", "", "payout_id", "NEW.id"],
  ["ledger_adjustments", "INSERT", "", "adjustment_id", "NEW.id"],
  ["provider_movements", "INSERT OR UPDATE", "", "sale_id, movement_id", "NEW.sale_id, NEW.id"],
] as const;

/**
 * The proof of every account (docs/decisions/0043-proofs-of-the-ledger.md): what each account must hold because of a
 * sale, payout, adjustment or movement, their dates, and whose each line is. `ledger_prove` checks what was posted or
 * changed since the checkpoint, against balances and days proved before (docs/decisions/0043-proofs-of-the-ledger.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`CREATE VIEW ledger_sale_positions AS ${positions}`);
  await run(`CREATE VIEW ledger_other_positions AS ${otherPositions}`);
  await run(`CREATE VIEW ledger_movement_positions AS ${movementPositions}`);
  await run(`CREATE VIEW ledger_violations AS ${checks(all).join(" UNION ALL ")}`);
  await run(`
    CREATE FUNCTION ledger_prove(from_start boolean)
    RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE plpgsql SECURITY DEFINER
    SET ${path} SET plan_cache_mode = force_custom_plan AS $$ ${proveBody} $$`);
  for (const [at, [table, events, condition, columns, values]] of touches.entries()) {
    await run(`
      CREATE FUNCTION ledger_touch_${at + 1}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
      BEGIN
        INSERT INTO ledger_touched (${columns}) VALUES (${values});
        RETURN NULL;
      END $$`);
    await run(`
      CREATE TRIGGER ledger_touch_${at + 1} AFTER ${events} ON ${table} FOR EACH ROW ${condition}
        EXECUTE FUNCTION ledger_touch_${at + 1}()`);
  }
}
