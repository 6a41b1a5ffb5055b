import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** `movements`: as 0123 makes the proofs, with entries of the provider's movements. */
interface Version {
  movements: boolean;
}

/**
 * What each account must hold because of a paid sale: `decidePosition` and `decideRelease` in SQL. A refund counts by the
 * statuses listed here, so a new final status counts nothing.
 */
const positions = `
  SELECT sale.id AS sale_id, sale.currency, part.account,
    CASE part.account WHEN 'creator' THEN release.at END AS available_at, part.cents
  FROM sales sale
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
      sale.paid_at + CASE WHEN sale.payment_method IN ('pix', 'boleto') THEN interval '168 hours' ELSE interval '360 hours' END,
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

/** What lines add up to by day, as `ledger_run_days` keeps it (0015). */
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
const lineOfEntry = ({ movements }: Version) => `
  SELECT l.*, e.reason, e.sale_id, e.payout_id, e.adjustment_id, e.made_in, e.created_at AS entry_at
    ${movements ? ", e.movement_id" : ""}
  FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id`;

interface Source {
  /** The lines to check, as `lineOfEntry` has them. */
  lines: string;
  /** The ids to check. */
  sales: string;
  payouts: string;
  adjustments: string;
  /** Undefined before 0123. */
  movements: string | undefined;
  /** The entries to check. */
  entries: string;
  /** By creator, account and currency: what the lines up to now add up to. */
  balances: string;
  /** As `days`, over all lines. */
  days: string;
  /** Finds the balance after the line before, on the same account. */
  jumps: string;
}

/** Sums what is posted for a subject and what must be, by account, and compares both. */
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

  ...(from.movements
    ? [
        compared(
          "movement",
          from.movements,
          `SELECT line.account, line.currency, line.available_at, line.amount_cents AS cents
           FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id WHERE entry.movement_id = subject.id`,
          "SELECT account, currency, NULL, -cents FROM ledger_movement_positions WHERE movement_id = subject.id",
        ),
      ]
    : []),

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

  // Dated by what made it necessary, never before; a later date is that of a later step, such as a refund that failed. The
  // provider's clock may be ahead of ours.
  `SELECT 'entry of another date', e.id::text, 0::bigint
   FROM (${from.entries}) e
   LEFT JOIN sales sale ON sale.id = e.sale_id
   LEFT JOIN payouts payout ON payout.id = e.payout_id
   LEFT JOIN ledger_adjustments adjustment ON adjustment.id = e.adjustment_id
   ${from.movements ? "LEFT JOIN provider_movements movement ON movement.id = e.movement_id" : ""}
   WHERE NOT CASE
     ${from.movements ? "WHEN e.movement_id IS NOT NULL THEN e.created_at = movement.created_at" : ""}
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

const all = (version: Version): Source => ({
  lines: lineOfEntry(version),
  sales: "SELECT id FROM sales",
  payouts: "SELECT id FROM payouts",
  adjustments: "SELECT id FROM ledger_adjustments",
  movements: version.movements
    ? `SELECT id FROM provider_movements WHERE sale_id IS NULL
       UNION SELECT movement_id FROM ledger_entries WHERE movement_id IS NOT NULL`
    : undefined,
  entries: "SELECT * FROM ledger_entries",
  balances:
    "SELECT creator_id, account, currency, sum(amount_cents) AS cents FROM ledger_lines WHERE creator_id IS NOT NULL GROUP BY 1, 2, 3",
  days: days(lineOfEntry(version)),
  jumps: `
    SELECT 'running balance jumps', concat_ws(' ', creator_id, account, id),
      (balance_after_cents - before - amount_cents)::bigint
    FROM (
      SELECT *, coalesce(lag(balance_after_cents) OVER (PARTITION BY creator_id, account, currency ORDER BY id), 0)
        AS before FROM ledger_lines WHERE creator_id IS NOT NULL
    ) line
    WHERE balance_after_cents <> before + amount_cents`,
});

/** Lines of entries made since the checkpoint: read once, checked several times. */
const fresh = "SELECT * FROM pg_temp.ledger_fresh";

const affected = (column: string) => `
  SELECT ${column} AS id FROM ledger_touched WHERE ${column} IS NOT NULL
  UNION SELECT ${column} FROM pg_temp.ledger_fresh WHERE ${column} IS NOT NULL`;

const sinceCheckpoint = (version: Version): Source => ({
  lines: fresh,
  sales: affected("sale_id"),
  payouts: affected("payout_id"),
  adjustments: affected("adjustment_id"),
  movements: version.movements ? affected("movement_id") : undefined,
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
});

const proveBody = (version: Version) => `
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
      ${lineOfEntry(version)} WHERE from_start OR e.made_in >= since;
    ANALYZE pg_temp.ledger_fresh;
    IF from_start THEN
      RETURN QUERY SELECT * FROM ledger_violations;
      GET DIAGNOSTICS total = ROW_COUNT;
    ELSE
      ${checks(sinceCheckpoint(version))
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

/** What changes a sale's position: it is proved again. */
const salesTouch = `
  CREATE OR REPLACE TRIGGER ledger_touch_2
    AFTER UPDATE OF paid_at, duplicate, amount_cents, platform_fee_cents, creator_earnings_cents, currency, video_id,
      payment_method, provider_fee_cents ON sales
    FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL AND (OLD.paid_at, OLD.duplicate, OLD.amount_cents, OLD.platform_fee_cents,
        OLD.creator_earnings_cents, OLD.currency, OLD.video_id, OLD.payment_method, OLD.provider_fee_cents)
      IS DISTINCT FROM (NEW.paid_at, NEW.duplicate, NEW.amount_cents, NEW.platform_fee_cents, NEW.creator_earnings_cents,
        NEW.currency, NEW.video_id, NEW.payment_method, NEW.provider_fee_cents)
      OR OLD.paid_at IS NOT NULL AND NEW.paid_at IS NULL)
    EXECUTE FUNCTION ledger_touch_2()`;

/** What each account must hold because of a movement without a sale, by its amount and fee. */
const auditedMovements = `
    UNION ALL
    SELECT id, NULL, currency, account, sum(cents) FROM (
      SELECT id, currency, sale_id, 'provider' AS account, fee_cents - amount_cents AS cents FROM provider_movements
      UNION ALL SELECT id, currency, sale_id, 'provider_fees', -fee_cents FROM provider_movements
      UNION ALL SELECT id, currency, sale_id, CASE WHEN category LIKE 'payout%' THEN 'bank' WHEN category = 'fee' THEN 'provider_fees'
        ELSE 'unexplained' END, amount_cents FROM provider_movements
    ) AS parts WHERE sale_id IS NULL AND currency IN ('BRL', 'USD', 'EUR') GROUP BY id, currency, account`;

/**
 * A second proof, written without the first: it starts from sets of facts instead of one sale, rounds with `round`, never reads
 * the checkpoint, and compares the running balances with the facts, past the lines.
 */
const auditBody = ({ movements }: Version) => `
  WITH refunded AS (
    SELECT sale_id, sum(amount_cents) AS cents, sum(CASE channel WHEN 'outside' THEN amount_cents ELSE 0 END) AS by_hand
    FROM refunds WHERE status <> ALL (ARRAY['failed', 'returned']) GROUP BY sale_id
  ), disputed AS (
    SELECT sale_id, sum(CASE status WHEN 'open' THEN amount_cents ELSE 0 END) AS held,
      sum(CASE status WHEN 'lost' THEN amount_cents ELSE 0 END) AS lost
    FROM disputes GROUP BY sale_id
  ), booked AS (
    SELECT sale_id, sum(CASE WHEN category = 'charge' THEN fee_cents END) AS of_charge,
      sum(CASE WHEN category = 'charge' THEN 0 ELSE fee_cents END) AS of_others
    FROM provider_movements WHERE sale_id IS NOT NULL GROUP BY sale_id
  ), sold AS (
    SELECT sales.id, sales.currency, sales.duplicate, videos.creator_id, paid_at, sales.amount_cents AS paid,
      platform_fee_cents AS share,
      coalesce(of_charge, provider_fee_cents, 0) + coalesce(of_others, 0) AS fee, coalesce(by_hand, 0) AS by_hand,
      coalesce(held, 0) AS held, coalesce(refunded.cents, 0) + coalesce(lost, 0) AS gone,
      greatest(paid_at + make_interval(hours => 24 * CASE payment_method WHEN 'pix' THEN 7 WHEN 'boleto' THEN 7 ELSE 15 END),
        (date_trunc('day', paid_at AT TIME ZONE 'America/Sao_Paulo') + interval '8 days') AT TIME ZONE 'America/Sao_Paulo')
        AS released_at
    FROM sales JOIN videos ON videos.id = video_id
    LEFT JOIN refunded ON refunded.sale_id = sales.id LEFT JOIN disputed ON disputed.sale_id = sales.id
    LEFT JOIN booked ON booked.sale_id = sales.id
    WHERE paid_at IS NOT NULL
  ), kept AS (
    SELECT *, greatest(paid - gone, 0) AS rest,
      share - round(share::numeric * least(gone, paid) / paid) AS to_platform
    FROM sold
  ), owed AS (
    SELECT id::text AS subject, creator_id, currency, account, cents
    FROM kept CROSS JOIN LATERAL (VALUES
      ('provider', gone - by_hand + held - (paid - fee)), ('provider_fees', -fee), ('disputed', -held), ('bank', by_hand),
      ('loss', least(paid - gone, 0)), ('buyer', CASE WHEN duplicate THEN rest END),
      ('platform', CASE WHEN NOT duplicate AND held = 0 THEN to_platform END),
      ('platform_held', CASE WHEN NOT duplicate AND held > 0 THEN to_platform END),
      ('creator', CASE WHEN NOT duplicate AND held = 0 THEN rest - to_platform END),
      ('creator_held', CASE WHEN NOT duplicate AND held > 0 THEN rest - to_platform END)
    ) AS part (account, cents) WHERE cents <> 0
    UNION ALL
    SELECT id::text, creator_id, 'BRL', account, cents FROM payouts CROSS JOIN LATERAL (VALUES
      ('creator', -amount_cents), (CASE status WHEN 'paid' THEN 'paid_out' ELSE 'in_transit' END, amount_cents)
    ) AS part (account, cents) WHERE status IN ('prepared', 'paid')
    UNION ALL
    SELECT id::text, creator_id, 'BRL', account, CASE kind WHEN 'debit' THEN -cents ELSE cents END
    FROM ledger_adjustments CROSS JOIN LATERAL (VALUES
      ('creator', amount_cents), (CASE kind WHEN 'repayment' THEN 'paid_out' ELSE 'platform' END, -amount_cents)
    ) AS part (account, cents)
    ${movements ? auditedMovements : ""}
  ), posted AS (
    SELECT coalesce(coalesce(sale_id, payout_id, adjustment_id)::text${movements ? ", movement_id" : ""}) AS subject, creator_id, currency, account,
      sum(amount_cents) AS cents
    FROM ledger_lines JOIN ledger_entries ON ledger_entries.id = entry_id GROUP BY 1, 2, 3, 4
  ), lines AS (
    SELECT entry_id, currency, sum(amount_cents) AS cents FROM ledger_lines GROUP BY 1, 2
  )
  SELECT 'audit: ' || account || coalesce(' of creator ' || creator_id, ''), subject, sum(cents)::bigint
    FROM (SELECT * FROM posted UNION ALL SELECT subject, creator_id, currency, account, -cents FROM owed) AS both_sides
    GROUP BY subject, creator_id, currency, account HAVING sum(cents) <> 0
  UNION ALL
  SELECT 'audit: running balance', concat_ws(' ', creator_id, account, currency), sum(cents)::bigint
    FROM (
      SELECT creator_id, account, currency, balance_cents AS cents FROM ledger_balances
      UNION ALL SELECT creator_id, account, currency, -cents FROM owed WHERE creator_id IS NOT NULL
    ) AS both_sides GROUP BY creator_id, account, currency HAVING sum(cents) <> 0
  UNION ALL
  SELECT 'audit: newest line of a balance', concat_ws(' ', creator_id, account, currency), balance_after_cents - balance_cents
    FROM (
      SELECT DISTINCT ON (creator_id, account, currency) creator_id, account, currency, balance_after_cents
      FROM ledger_lines ORDER BY creator_id, account, currency, id DESC
    ) AS newest JOIN ledger_balances USING (creator_id, account, currency) WHERE balance_after_cents <> balance_cents
  UNION ALL
  SELECT 'audit: entry does not sum to zero', entry_id::text, cents::bigint FROM lines WHERE cents <> 0
  UNION ALL
  SELECT 'audit: entry without lines', id::text, 0 FROM ledger_entries
    WHERE NOT EXISTS (SELECT FROM ledger_lines WHERE entry_id = ledger_entries.id)
  UNION ALL
  SELECT 'audit: release date', sale_id::text, sum(ledger_lines.amount_cents)::bigint
    FROM ledger_lines JOIN ledger_entries ON ledger_entries.id = entry_id JOIN sold ON sold.id = sale_id
    WHERE account = 'creator' AND available_at <> released_at
    GROUP BY sale_id, available_at HAVING sum(ledger_lines.amount_cents) <> 0
  UNION ALL
  SELECT 'audit: date', ledger_lines.id::text, ledger_lines.amount_cents
    FROM ledger_lines JOIN ledger_entries ON ledger_entries.id = entry_id
    LEFT JOIN sold ON sold.id = sale_id LEFT JOIN payouts ON payouts.id = payout_id
    LEFT JOIN ledger_adjustments ON ledger_adjustments.id = adjustment_id
    ${movements ? "LEFT JOIN provider_movements ON provider_movements.id = movement_id" : ""}
    WHERE ledger_lines.created_at <> ledger_entries.created_at
      ${movements ? "OR ledger_entries.created_at <> provider_movements.created_at" : ""}
      OR ledger_entries.created_at < coalesce(paid_at, payouts.created_at, ledger_adjustments.created_at)
      OR ledger_entries.reason = 'sale' AND ledger_entries.created_at > paid_at
      OR ledger_entries.created_at > ledger_adjustments.created_at
      OR ledger_entries.created_at > coalesce(payouts.returned_at, payouts.decided_at, payouts.created_at)
  UNION ALL
  SELECT 'audit: day', concat_ws(' ', currency, day), sum(cents)::bigint
    FROM (
      SELECT currency, day, platform_cents + creators_cents AS cents FROM ledger_days
      UNION ALL
      SELECT currency, (created_at AT TIME ZONE 'America/Sao_Paulo')::date, -amount_cents FROM ledger_lines
      WHERE account IN ('platform', 'creator', 'in_transit', 'paid_out')
    ) AS both_sides GROUP BY currency, day HAVING sum(cents) <> 0`;

/** What this migration replaces, as PostgreSQL prints it: from 0027, 0028 and 0082. */
const formerProof = `CREATE OR REPLACE FUNCTION ledger_prove(from_start boolean)
 RETURNS TABLE(what text, id text, off_by_cents bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$ 
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
      RETURN QUERY SELECT 'unbalanced entry', l.entry_id::text, sum(l.amount_cents)::bigint
   FROM (SELECT * FROM pg_temp.ledger_fresh) l GROUP BY l.entry_id, l.currency HAVING sum(l.amount_cents) <> 0; sound := sound AND NOT FOUND;
      RETURN QUERY SELECT 'balance differs from its lines', concat_ws(' ', creator_id, account, currency),
     (coalesce(b.balance_cents, 0) - coalesce(p.balance_cents, 0) - added.cents)::bigint
   FROM (SELECT creator_id, account, currency, sum(amount_cents) AS cents FROM (SELECT * FROM pg_temp.ledger_fresh) l GROUP BY 1, 2, 3) added
   LEFT JOIN ledger_balances b USING (creator_id, account, currency)
   LEFT JOIN ledger_proved_balances p USING (creator_id, account, currency)
   WHERE coalesce(b.balance_cents, 0) <> coalesce(p.balance_cents, 0) + added.cents; sound := sound AND NOT FOUND;
      RETURN QUERY SELECT 'running balance jumps', concat_ws(' ', l.creator_id, l.account, l.id),
     (l.balance_after_cents - coalesce(earlier.cents, 0) - l.amount_cents)::bigint
   FROM (SELECT * FROM pg_temp.ledger_fresh) l
   LEFT JOIN LATERAL (
     SELECT balance_after_cents AS cents FROM ledger_lines q
     WHERE q.creator_id = l.creator_id AND q.currency = l.currency AND q.account = 'creator' AND q.id < l.id
     ORDER BY q.creator_id DESC, q.currency DESC, q.id DESC LIMIT 1
   ) earlier ON true
   WHERE l.account = 'creator' AND l.balance_after_cents <> coalesce(earlier.cents, 0) + l.amount_cents; sound := sound AND NOT FOUND;
      RETURN QUERY SELECT 'day differs from its lines', concat_ws(' ', currency, day, part),
     (coalesce(d.platform_cents + d.creators_cents, 0) - coalesce(l.platform_cents + l.creators_cents, 0))::bigint
   FROM ledger_days d
   FULL JOIN (
     SELECT currency, day, part, sum(sales) AS sales, sum(platform_cents) AS platform_cents,
       sum(creators_cents) AS creators_cents
     FROM (SELECT * FROM ledger_proved_days UNION ALL 
  SELECT currency, (created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day,
    (hashtext(creator_id::text) & 7)::smallint AS part,
    (count(*) FILTER (WHERE reason = 'sale' AND account IN ('creator', 'creator_held')
      AND amount_cents > 0))::integer AS sales,
    coalesce(sum(amount_cents) FILTER (WHERE account = 'platform'), 0)::bigint AS platform_cents,
    coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'in_transit', 'paid_out')), 0)::bigint
      AS creators_cents
  FROM (SELECT * FROM pg_temp.ledger_fresh) line GROUP BY 1, 2, 3) counted GROUP BY 1, 2, 3
   ) l USING (currency, day, part)
   WHERE (coalesce(d.sales, 0), coalesce(d.platform_cents, 0), coalesce(d.creators_cents, 0))
     IS DISTINCT FROM (coalesce(l.sales, 0), coalesce(l.platform_cents, 0), coalesce(l.creators_cents, 0)); sound := sound AND NOT FOUND;
      RETURN QUERY SELECT 'creator''s part of a sale', sale.id::text, (posted.cents - owed.cents)::bigint
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
   WHERE posted.cents <> owed.cents; sound := sound AND NOT FOUND;
      RETURN QUERY SELECT 'payout, account ' || part.account, payout.id::text, (part.posted - part.expected)::bigint
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
   CROSS JOIN LATERAL (VALUES
      ('creator', posted.taken, CASE WHEN status IN ('prepared', 'paid') THEN -amount_cents ELSE 0 END),
      ('in_transit', posted.in_transit, CASE status WHEN 'prepared' THEN amount_cents ELSE 0 END),
      ('paid_out', posted.paid_out, CASE status WHEN 'paid' THEN amount_cents ELSE 0 END)
    ) part (account, posted, expected)
    WHERE part.posted <> part.expected; sound := sound AND NOT FOUND;
      RETURN QUERY SELECT 'adjustment', adjustment.id::text, (posted.cents - expected.cents)::bigint
   FROM (SELECT adjustment_id AS id FROM ledger_touched WHERE adjustment_id IS NOT NULL) affected
   JOIN ledger_adjustments adjustment USING (id)
   CROSS JOIN LATERAL (SELECT CASE kind WHEN 'debit' THEN -amount_cents ELSE amount_cents END AS cents) expected
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(line.amount_cents), 0) AS cents
     FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
     WHERE entry.adjustment_id = adjustment.id AND line.account = 'creator'
   ) posted
   WHERE posted.cents <> expected.cents; sound := sound AND NOT FOUND;
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
      
  SELECT currency, (created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day,
    (hashtext(creator_id::text) & 7)::smallint AS part,
    (count(*) FILTER (WHERE reason = 'sale' AND account IN ('creator', 'creator_held')
      AND amount_cents > 0))::integer AS sales,
    coalesce(sum(amount_cents) FILTER (WHERE account = 'platform'), 0)::bigint AS platform_cents,
    coalesce(sum(amount_cents) FILTER (WHERE account IN ('creator', 'in_transit', 'paid_out')), 0)::bigint
      AS creators_cents
  FROM (SELECT * FROM pg_temp.ledger_fresh WHERE (made_in < until) IS NOT FALSE) line GROUP BY 1, 2, 3
      ON CONFLICT (currency, day, part) DO UPDATE SET sales = p.sales + EXCLUDED.sales,
        platform_cents = p.platform_cents + EXCLUDED.platform_cents,
        creators_cents = p.creators_cents + EXCLUDED.creators_cents;
    DELETE FROM ledger_touched WHERE made_in < until;
    DELETE FROM ledger_checkpoint;
    INSERT INTO ledger_checkpoint VALUES (until);
  END $function$`;

const formerAdjustmentsView = `CREATE OR REPLACE VIEW ledger_violations AS  SELECT ledger_day_violations.what,
    ledger_day_violations.id,
    ledger_day_violations.off_by_cents
   FROM ledger_day_violations
UNION ALL
 SELECT 'adjustment'::text AS what,
    (adjustment.id)::text AS id,
    ((posted.cents - (expected.cents)::numeric))::bigint AS off_by_cents
   FROM ((ledger_adjustments adjustment
     CROSS JOIN LATERAL ( SELECT
                CASE adjustment.kind
                    WHEN 'debit'::text THEN (- adjustment.amount_cents)
                    ELSE adjustment.amount_cents
                END AS cents) expected)
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(line.amount_cents), (0)::numeric) AS cents
           FROM (ledger_entries entry
             JOIN ledger_lines line ON ((line.entry_id = entry.id)))
          WHERE ((entry.adjustment_id = adjustment.id) AND (line.account = 'creator'::text))) posted)
  WHERE (posted.cents <> (expected.cents)::numeric);`;

const formerSalesTouch = `
  CREATE OR REPLACE TRIGGER ledger_touch_2
    AFTER UPDATE OF paid_at, duplicate, amount_cents, platform_fee_cents, creator_earnings_cents ON sales
    FOR EACH ROW WHEN ((OLD.paid_at, OLD.duplicate, OLD.amount_cents, OLD.platform_fee_cents, OLD.creator_earnings_cents)
      IS DISTINCT FROM (NEW.paid_at, NEW.duplicate, NEW.amount_cents, NEW.platform_fee_cents, NEW.creator_earnings_cents))
    EXECUTE FUNCTION ledger_touch_2()`;

/** Runs the audit and records what it found. `findings`: a query of what is wrong. */
export const runAudit = (findings: string) => `
  CREATE OR REPLACE FUNCTION ledger_run_audit() RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE plpgsql SECURITY DEFINER
  SET ${path} AS $$
  #variable_conflict use_column
  DECLARE
    proof bigint;
    errors bigint;
  BEGIN
    CREATE TEMPORARY TABLE ledger_found ON COMMIT DROP AS SELECT * FROM (${findings}) AS found LIMIT 500;
    GET DIAGNOSTICS errors = ROW_COUNT;
    proof := ledger_end_proof(true, true, errors);
    DELETE FROM ledger_proof_findings;
    INSERT INTO ledger_proof_findings SELECT proof, f.what, f.id, f.off_by_cents FROM pg_temp.ledger_found f;
    RETURN QUERY SELECT * FROM pg_temp.ledger_found;
  END $$`;

/** Returns the statements that define both proofs. */
export const defineProofs = (version: Version) => [
  `CREATE OR REPLACE VIEW ledger_violations AS ${checks(all(version)).join(" UNION ALL ")}`,
  `CREATE OR REPLACE FUNCTION ledger_prove(from_start boolean)
    RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE plpgsql SECURITY DEFINER
    SET ${path} SET plan_cache_mode = force_custom_plan AS $$ ${proveBody(version)} $$`,
  `CREATE OR REPLACE FUNCTION ledger_audit() RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE sql STABLE SECURITY DEFINER
    SET ${path} SET work_mem = '64MB' AS $$ ${auditBody(version)} $$`,
];

/**
 * The proof of every account (docs/decisions/0116-proof-of-every-account.md): what each account must hold because of a sale, payout
 * or adjustment, their dates, and whose each line is. `ledger_audit` proves the same in another way, over everything.
 * The views under `ledger_violations` stay for a release: a migration that contracts removes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`CREATE VIEW ledger_sale_positions AS ${positions}`);
  await run(`CREATE VIEW ledger_other_positions AS ${otherPositions}`);
  for (const statement of defineProofs({ movements: false })) await run(statement);
  await run(salesTouch);
  await run(`
    CREATE FUNCTION ledger_touch_7() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
    BEGIN
      INSERT INTO ledger_touched (sale_id) VALUES (NEW.sale_id);
      RETURN NULL;
    END $$`);
  await run(`
    CREATE TRIGGER ledger_touch_7 AFTER INSERT OR UPDATE ON provider_movements
      FOR EACH ROW WHEN (NEW.sale_id IS NOT NULL) EXECUTE FUNCTION ledger_touch_7()`);
  await run(runAudit("SELECT * FROM ledger_audit()"));
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP FUNCTION ledger_run_audit, ledger_audit");
  await run("DROP TRIGGER ledger_touch_7 ON provider_movements");
  await run("DROP FUNCTION ledger_touch_7");
  await run(formerSalesTouch);
  await run(formerProof);
  await run(formerAdjustmentsView);
  await run("DROP VIEW ledger_sale_positions, ledger_other_positions");
}
