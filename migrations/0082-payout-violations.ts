import { type Kysely, sql } from "kysely";

/** The two parts of the check of payouts that differ; each is in the view and in the function `ledger_prove`. */
interface PayoutCheck {
  row: string;
  condition: string;
}

/** Said what is wrong on the creator's account alone: nothing where only the other two are wrong. */
const formerlyInView: PayoutCheck = {
  row: "SELECT 'payout', payout.id::text, (posted.taken + CASE status WHEN 'failed' THEN 0 ELSE amount_cents END)::bigint",
  condition: `WHERE (posted.taken, posted.in_transit, posted.paid_out) IS DISTINCT FROM (CASE status
      WHEN 'prepared' THEN (-amount_cents, amount_cents, 0::bigint)
      WHEN 'paid' THEN (-amount_cents, 0::bigint, amount_cents)
      ELSE (0::bigint, 0::bigint, 0::bigint) END)`,
};

/** To the letter as in 0028, which wrote the function. */
const formerlyInFunction: PayoutCheck = {
  row: `SELECT 'payout', payout.id::text,
     (posted.taken + CASE WHEN status IN ('failed', 'returned') THEN 0 ELSE amount_cents END)::bigint`,
  condition: `WHERE (posted.taken, posted.in_transit, posted.paid_out) IS DISTINCT FROM (CASE status
     WHEN 'prepared' THEN (-amount_cents, amount_cents, 0::bigint)
     WHEN 'paid' THEN (-amount_cents, 0::bigint, amount_cents)
     ELSE (0::bigint, 0::bigint, 0::bigint) END)`,
};

/** A row for each account on which something else is posted than the payout's status expects. */
const byAccount: PayoutCheck = {
  row: "SELECT 'payout, account ' || part.account, payout.id::text, (part.posted - part.expected)::bigint",
  condition: `CROSS JOIN LATERAL (VALUES
      ('creator', posted.taken, CASE WHEN status IN ('prepared', 'paid') THEN -amount_cents ELSE 0 END),
      ('in_transit', posted.in_transit, CASE status WHEN 'prepared' THEN amount_cents ELSE 0 END),
      ('paid_out', posted.paid_out, CASE status WHEN 'paid' THEN amount_cents ELSE 0 END)
    ) part (account, posted, expected)
    WHERE part.posted <> part.expected`,
};

/** The other checks are those of 0008. */
const view = (payouts: PayoutCheck) => `
  CREATE OR REPLACE VIEW ledger_line_violations AS
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
  ${payouts.row}
    FROM payouts payout
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(line.amount_cents) FILTER (WHERE account = 'creator'), 0)::bigint AS taken,
        coalesce(sum(line.amount_cents) FILTER (WHERE account = 'in_transit'), 0)::bigint AS in_transit,
        coalesce(sum(line.amount_cents) FILTER (WHERE account = 'paid_out'), 0)::bigint AS paid_out
      FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id WHERE entry.payout_id = payout.id
    ) posted ON true
    ${payouts.condition}`;

/** Replaces a part of the function, which must be there. */
const inFunction = (from: string, to: string) => `
  DO $do$
  DECLARE definition text := pg_get_functiondef('ledger_prove(boolean)'::regprocedure);
  BEGIN
    IF position($from$${from}$from$ IN definition) = 0 THEN
      RAISE EXCEPTION 'ledger_prove has another check of payouts';
    END IF;
    EXECUTE replace(definition, $from$${from}$from$, $to$${to}$to$);
  END $do$`;

/**
 * Names the account of a payout on which something is wrong, with the difference. A payout that the bank returned, posted on the
 * wrong account, was reported as off by 0 cents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(view(byAccount)).execute(db);
  await sql.raw(inFunction(formerlyInFunction.row, byAccount.row)).execute(db);
  await sql.raw(inFunction(formerlyInFunction.condition, byAccount.condition)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(inFunction(byAccount.condition, formerlyInFunction.condition)).execute(db);
  await sql.raw(inFunction(byAccount.row, formerlyInFunction.row)).execute(db);
  await sql.raw(view(formerlyInView)).execute(db);
}
