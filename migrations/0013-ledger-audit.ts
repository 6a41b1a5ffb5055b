import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Days until a creator's part is released while no rule is set: `releaseDays` in SQL. */
const standardDays = { pix: 7, boleto: 7, card: 15 };

/**
 * A second proof, written without the first: it starts from sets of facts instead of one sale, rounds with `round`,
 * never reads the checkpoint, and compares the running balances with the facts, past the lines.
 */
const audit = `
  WITH rules AS (
    SELECT *, lead(valid_from) OVER (ORDER BY valid_from) AS until
    FROM (SELECT DISTINCT ON (valid_from) * FROM release_rules ORDER BY valid_from, number DESC) AS newest
  ), reserves AS (
    SELECT *, lead(valid_from) OVER (PARTITION BY creator_id ORDER BY valid_from) AS until
    FROM (SELECT DISTINCT ON (creator_id, valid_from) * FROM creator_reserves
      ORDER BY creator_id, valid_from, number DESC) AS newest
  ), refunded AS (
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
      greatest(paid_at + make_interval(hours => 24 * CASE payment_method WHEN 'pix' THEN coalesce(pix_days, ${standardDays.pix})
        WHEN 'boleto' THEN coalesce(boleto_days, ${standardDays.boleto}) ELSE coalesce(card_days, ${standardDays.card}) END),
        (date_trunc('day', paid_at AT TIME ZONE 'America/Sao_Paulo') + interval '8 days') AT TIME ZONE 'America/Sao_Paulo')
        AS released_at, coalesce(reserve_bp, 0) AS reserve_bp, coalesce(reserve_days, 0) AS reserve_days
    FROM sales JOIN videos ON videos.id = video_id
    LEFT JOIN rules ON date(paid_at AT TIME ZONE 'America/Sao_Paulo') >= rules.valid_from
      AND date(paid_at AT TIME ZONE 'America/Sao_Paulo') < coalesce(rules.until, 'infinity')
    LEFT JOIN reserves ON reserves.creator_id = videos.creator_id
      AND date(paid_at AT TIME ZONE 'America/Sao_Paulo') >= reserves.valid_from
      AND date(paid_at AT TIME ZONE 'America/Sao_Paulo') < coalesce(reserves.until, 'infinity')
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
    UNION ALL
    SELECT id, NULL, currency, account, sum(cents) FROM (
      SELECT id, currency, sale_id, 'provider' AS account, fee_cents - amount_cents AS cents FROM provider_movements
      UNION ALL SELECT id, currency, sale_id, 'provider_fees', -fee_cents FROM provider_movements
      UNION ALL SELECT id, currency, sale_id, CASE WHEN category LIKE 'payout%' THEN 'bank'
        WHEN category = 'fee' THEN 'provider_fees' ELSE 'unexplained' END, amount_cents FROM provider_movements
    ) AS parts WHERE sale_id IS NULL AND currency IN ('BRL', 'USD', 'EUR') GROUP BY id, currency, account
  ), posted AS (
    SELECT coalesce(coalesce(sale_id, payout_id, adjustment_id)::text, movement_id) AS subject,
      creator_id, currency, account, sum(amount_cents) AS cents
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
  SELECT 'audit: release date', subject::text, sum(cents)::bigint
    FROM (
      SELECT sale_id AS subject, available_at AS at, amount_cents AS cents
      FROM ledger_lines JOIN ledger_entries ON ledger_entries.id = entry_id
      WHERE account = 'creator' AND sale_id IS NOT NULL
      UNION ALL
      SELECT id, released_at, floor((rest - to_platform) * reserve_bp / 10000) - (rest - to_platform)
      FROM kept WHERE NOT duplicate AND held = 0
      UNION ALL
      SELECT id, greatest(released_at, paid_at + make_interval(hours => 24 * reserve_days)),
        -floor((rest - to_platform) * reserve_bp / 10000)
      FROM kept WHERE NOT duplicate AND held = 0
    ) AS both_sides GROUP BY subject, at HAVING sum(cents) <> 0
  UNION ALL
  SELECT 'audit: date', ledger_lines.id::text, ledger_lines.amount_cents
    FROM ledger_lines JOIN ledger_entries ON ledger_entries.id = entry_id
    LEFT JOIN sold ON sold.id = sale_id LEFT JOIN payouts ON payouts.id = payout_id
    LEFT JOIN ledger_adjustments ON ledger_adjustments.id = adjustment_id
    LEFT JOIN provider_movements ON provider_movements.id = movement_id
    WHERE ledger_lines.created_at <> ledger_entries.created_at
      OR ledger_entries.created_at <> provider_movements.created_at
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

/**
 * The second proof as a function, and the nightly run of it, which records what it found, with the days that differ
 * from their anchor (docs/decisions/0043-proofs-of-the-ledger.md), and with what is wrong with access and fees.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
  CREATE FUNCTION ledger_audit() RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE sql STABLE
  SECURITY DEFINER SET ${path} SET work_mem = '64MB' AS $$ ${audit} $$`);
  await run(`
  CREATE FUNCTION ledger_run_audit() RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE plpgsql
  SECURITY DEFINER SET ${path} AS $$
  #variable_conflict use_column
  DECLARE
    proof bigint;
    errors bigint;
  BEGIN
    CREATE TEMPORARY TABLE ledger_found ON COMMIT DROP AS SELECT * FROM (
      SELECT * FROM ledger_audit()
      UNION ALL
      SELECT 'audit: day differs from its anchor', to_char(day, 'YYYY-MM-DD'), 0::bigint FROM ledger_check_anchors()
      WHERE NOT is_same
      UNION ALL SELECT 'audit: ' || what, id, 0::bigint FROM access_violations
      UNION ALL SELECT 'audit: ' || what, id, 0::bigint FROM fee_violations
    ) AS found LIMIT 500;
    GET DIAGNOSTICS errors = ROW_COUNT;
    proof := ledger_end_proof(true, true, errors);
    DELETE FROM ledger_proof_findings;
    INSERT INTO ledger_proof_findings SELECT proof, f.what, f.id, f.off_by_cents FROM pg_temp.ledger_found f;
    RETURN QUERY SELECT * FROM pg_temp.ledger_found;
  END $$`);
}
