import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Days until a creator's part is released while no rule is set: `releaseDays` in SQL. */
const standardDays = { pix: 7, boleto: 7, card: 15 };

/** As the release itself below: naming the zone for each sale takes much longer. São Paulo is UTC-3 since 2019. */
const paidDay = "((sale.paid_at AT TIME ZONE 'UTC') - interval '3 hours')::date";

const oldAccounts = `'provider', 'provider_fees', 'disputed', 'creator', 'creator_held', 'platform', 'platform_held', 'buyer',
  'loss', 'bank', 'in_transit', 'paid_out', 'unexplained'`;

/**
 * What each account must hold because of a paid sale: as in 0012-ledger-proof, with the fees of disputes in an account
 * of their own if `own`. A fee of a dispute is that of a movement whose source is a dispute of the sale.
 */
const salePositions = (own: boolean) => `
CREATE OR REPLACE VIEW ledger_sale_positions AS
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
        + coalesce(sum(fee_cents) FILTER (WHERE category <> 'charge'), 0))::bigint AS fee,
      coalesce(sum(fee_cents) FILTER (WHERE category <> 'charge' AND ${own ? "dispute.id IS NOT NULL" : "false"}), 0)::bigint
        AS dispute_fee
    FROM provider_movements movement
    LEFT JOIN disputes dispute ON dispute.id = movement.source_id AND dispute.sale_id = sale.id
    WHERE movement.sale_id = sale.id
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
    ('provider_fees', booked.dispute_fee - booked.fee),
    ('dispute_fees', -booked.dispute_fee),
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

/** As in 0012-ledger-proof; `goodwill`: the account of adjustments at the platform's expense. */
const otherPositions = (goodwill: string) => `
CREATE OR REPLACE VIEW ledger_other_positions AS
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
    ('creator', signed.cents), (CASE kind WHEN 'repayment' THEN 'paid_out' ELSE '${goodwill}' END, -signed.cents)
  ) part (account, cents)`;

const month = (at: string) => `to_char(${at} AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM')`;

/** Everything that changes a sale's position, in order: `decideTimeline` in SQL. Cents that are added. */
const steps = `
  SELECT id AS sale_id, 'sale' AS reason, paid_at AS at, 0 AS class, 0::bigint AS place, 0 AS step,
    0::bigint AS provider, 0::bigint AS outside, 0::bigint AS held, 0::bigint AS lost, 0::bigint AS fees
  FROM paid
  UNION ALL
  SELECT sale_id, 'refund', part.at, 1, place, part.step,
    CASE channel WHEN 'provider' THEN part.sign * cents ELSE 0 END, CASE channel WHEN 'provider' THEN 0 ELSE part.sign * cents END,
    0, 0, 0
  FROM (
    SELECT refunds.*, refunds.amount_cents::bigint AS cents, greatest(refunds.created_at, paid_at) AS made,
      row_number() OVER (PARTITION BY sale_id ORDER BY refunds.created_at, refunds.id) AS place
    FROM refunds JOIN paid ON paid.id = sale_id
  ) refund
  CROSS JOIN LATERAL (VALUES (1, made, 1), (2, CASE WHEN status IN ('failed', 'returned')
    THEN greatest(made, coalesce(returned_at, failed_at, made)) END, -1)) part (step, at, sign)
  WHERE part.at IS NOT NULL
  UNION ALL
  SELECT sale_id, 'dispute', part.at, 2, place, part.step, 0, 0, part.held * cents, part.lost * cents, 0
  FROM (
    SELECT dated.*, CASE WHEN lost IS NOT NULL THEN greatest(lost, opened, paid_at) END AS lost_on,
      CASE WHEN opened IS NOT NULL THEN greatest(opened, paid_at) END AS opened_on,
      CASE WHEN released IS NOT NULL THEN greatest(released, lost, opened, paid_at) END AS released_on
    FROM (
      SELECT sale_id, paid_at, disputes.amount_cents::bigint AS cents,
        coalesce(opened_at, CASE status WHEN 'open' THEN disputes.created_at END) AS opened,
        coalesce(lost_at, CASE status WHEN 'lost' THEN disputes.created_at END) AS lost,
        coalesce(released_at, CASE status WHEN 'released' THEN disputes.created_at END) AS released,
        row_number() OVER (PARTITION BY sale_id ORDER BY disputes.created_at, disputes.id) AS place
      FROM disputes JOIN paid ON paid.id = sale_id
    ) dated
  ) dispute
  CROSS JOIN LATERAL (SELECT (opened_on IS NOT NULL)::integer AS was_open, (lost_on IS NOT NULL)::integer AS was_lost) was
  CROSS JOIN LATERAL (VALUES (1, opened_on, 1, 0), (2, lost_on, -was_open, 1),
    (3, released_on, CASE was_lost WHEN 0 THEN -was_open ELSE 0 END, -was_lost)) part (step, at, held, lost)
  WHERE part.at IS NOT NULL
  UNION ALL
  SELECT paid.id, 'dispute', greatest(movement.created_at, paid_at), 3, 0, 0, 0, 0, 0, 0, fee_cents
  FROM paid JOIN provider_movements movement ON movement.sale_id = paid.id
  JOIN disputes ON disputes.id = movement.source_id AND disputes.sale_id = paid.id
  WHERE category <> 'charge'`;

/**
 * What the ledger has under each reason in each month in São Paulo, against the dates of the facts: two entries that
 * cancel each other on every account still move money between months or reasons. The provider's own accounts follow
 * from the others, and its fee on a payment has no date of its own.
 */
const bookViolations = `
CREATE VIEW ledger_book_violations AS
WITH paid AS (
  SELECT id, paid_at, amount_cents::bigint AS amount, platform_fee_cents::bigint AS fee, duplicate FROM sales
  WHERE paid_at IS NOT NULL
), steps AS (${steps}
), sums AS (
  SELECT sale_id, reason, at, class, place, step, sum(provider) OVER earlier + sum(outside) OVER earlier + sum(lost) OVER earlier AS back,
    sum(outside) OVER earlier AS outside, sum(held) OVER earlier AS held, sum(fees) OVER earlier AS fees
  FROM steps WINDOW earlier AS (PARTITION BY sale_id ORDER BY at, class, place, step ROWS UNBOUNDED PRECEDING)
), positions AS (
  SELECT sale_id, reason, at, class, place, step, part.account, part.cents
  FROM sums JOIN paid ON paid.id = sale_id
  CROSS JOIN LATERAL (SELECT least(amount, back) AS covered) limited
  CROSS JOIN LATERAL (SELECT div(2 * fee * covered + amount, 2 * amount) AS fee_back) shared
  CROSS JOIN LATERAL (VALUES ('bank', outside), ('disputed', -held), ('dispute_fees', -fees), ('loss', covered - back),
    ('buyer', CASE WHEN duplicate THEN amount - covered ELSE 0 END),
    ('platform', CASE WHEN duplicate OR held > 0 THEN 0 ELSE fee - fee_back END),
    ('platform_held', CASE WHEN NOT duplicate AND held > 0 THEN fee - fee_back ELSE 0 END),
    ('creator', CASE WHEN duplicate OR held > 0 THEN 0 ELSE amount - fee - (covered - fee_back) END),
    ('creator_held', CASE WHEN NOT duplicate AND held > 0 THEN amount - fee - (covered - fee_back) ELSE 0 END)
  ) part (account, cents)
), wanted AS (
  SELECT sale_id::text AS subject, reason, at, account,
    cents - coalesce(lag(cents) OVER (PARTITION BY sale_id, account ORDER BY at, class, place, step), 0) AS cents
  FROM positions
  UNION ALL
  SELECT payout.id::text, part.reason, part.at, part.account, part.sign * amount_cents
  FROM payouts payout
  CROSS JOIN LATERAL (VALUES
    ('payout', created_at, 'creator', -1, true), ('payout', created_at, 'in_transit', 1, true),
    ('payout', decided_at, 'in_transit', -1, status <> 'prepared'), ('payout', decided_at, 'creator', 1, status = 'failed'),
    ('payout', decided_at, 'paid_out', 1, status IN ('paid', 'returned')),
    ('return', returned_at, 'paid_out', -1, status = 'returned'), ('return', returned_at, 'creator', 1, status = 'returned')
  ) part (reason, at, account, sign, happened)
  WHERE part.happened
  UNION ALL
  SELECT adjustment.id::text, CASE kind WHEN 'credit' THEN 'adjustment' WHEN 'debit' THEN 'adjustment' ELSE kind END,
    created_at, part.account, CASE kind WHEN 'debit' THEN -part.sign ELSE part.sign END * amount_cents
  FROM ledger_adjustments adjustment
  CROSS JOIN LATERAL (VALUES ('creator', 1), (CASE kind WHEN 'repayment' THEN 'paid_out' ELSE 'goodwill' END, -1)) part (account, sign)
), posted AS (
  SELECT coalesce(sale_id, payout_id, adjustment_id)::text AS subject, reason, entry.created_at AS at, account, amount_cents AS cents
  FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
  WHERE reason NOT IN ('fee', 'release', 'movement') AND NOT (sale_id IS NOT NULL AND account IN ('provider', 'provider_fees'))
)
SELECT reason || ' of ' || month || ', account ' || account AS what, subject AS id, sum(cents)::bigint AS off_by_cents
FROM (
  SELECT subject, reason, ${month("at")} AS month, account, cents FROM posted
  UNION ALL SELECT subject, reason, ${month("at")}, account, -cents FROM wanted
) both_sides GROUP BY subject, reason, month, account HAVING sum(cents) <> 0`;

/** The price of a sale with a coupon, by the terms that are frozen with it: `priceWithCoupon` in SQL. */
const priceByTerms = `used.list_price_cents
  - coalesce(used.discount_cents, (used.list_price_cents::bigint * used.discount_percent + 50) / 100)`;

/**
 * What the price of a sale rests on: coupons, credits for lessons, and the provider's movements. An amount of a dispute
 * may change after its first movement, so its movements are only compared as a whole.
 */
const orderViolations = `
CREATE VIEW order_violations AS
SELECT 'coupon: uses differ from its sales and free accesses' AS what, coupon.id::text AS id,
  (coupon.used - counted.uses)::bigint AS off_by_cents
FROM coupons coupon
CROSS JOIN LATERAL (SELECT (SELECT count(*) FROM sale_coupons WHERE coupon_id = coupon.id AND held)
  + (SELECT count(*) FROM free_accesses WHERE coupon_id = coupon.id) AS uses) counted
WHERE coupon.used <> counted.uses
UNION ALL
SELECT 'coupon: use differs from its sale', sale.id::text, 0
FROM sale_coupons used JOIN sales sale ON sale.id = used.sale_id
WHERE used.held <> (sale.status <> 'failed') OR used.consumer_id <> sale.consumer_id
UNION ALL
SELECT 'coupon: price differs from its terms', sale.id::text, (sale.amount_cents - (${priceByTerms}))::bigint
FROM sale_coupons used JOIN sales sale ON sale.id = used.sale_id
WHERE num_nonnulls(used.discount_percent, used.discount_cents) = 1 AND sale.amount_cents <> ${priceByTerms}
UNION ALL
SELECT 'credit: more than was paid, or of another person, time or product', credit.sale_id::text, credit.amount_cents::bigint
FROM sale_credits credit
JOIN sales course ON course.id = credit.sale_id JOIN sales lesson ON lesson.id = credit.credited_sale_id
WHERE credit.amount_cents > lesson.amount_cents OR lesson.consumer_id <> course.consumer_id OR lesson.is_gift
  OR lesson.currency <> course.currency OR lesson.paid_at IS NULL OR lesson.duplicate
  OR NOT EXISTS (SELECT FROM course_lessons WHERE course_id = course.video_id AND video_id = lesson.video_id)
UNION ALL
SELECT 'credit: more than was paid, or of another person or product', credit.access_id::text, credit.amount_cents::bigint
FROM free_access_credits credit
JOIN free_accesses access ON access.id = credit.access_id JOIN sales lesson ON lesson.id = credit.sale_id
WHERE credit.amount_cents > lesson.amount_cents OR lesson.consumer_id <> access.user_id OR lesson.is_gift
  OR NOT EXISTS (SELECT FROM course_lessons WHERE course_id = access.product_id AND video_id = lesson.video_id)
UNION ALL
SELECT 'credit: free access counts another sum than its lessons', access.id::text,
  (access.credit_cents - coalesce(sum(credit.amount_cents), 0))::bigint
FROM free_accesses access LEFT JOIN free_access_credits credit ON credit.access_id = access.id
WHERE access.credit_cents IS NOT NULL
GROUP BY access.id HAVING access.credit_cents <> coalesce(sum(credit.amount_cents), 0)
UNION ALL
SELECT 'movement: net is not the amount less the fee', id, net_cents - (amount_cents - fee_cents)
FROM provider_movements WHERE net_cents <> amount_cents - fee_cents
UNION ALL
SELECT 'movement: amount differs from its payment', movement.id, movement.amount_cents - sale.amount_cents
FROM provider_movements movement JOIN sales sale ON sale.id = movement.sale_id
WHERE movement.category = 'charge' AND movement.source_id = sale.provider_charge_id AND movement.amount_cents <> sale.amount_cents
UNION ALL
SELECT 'movement: amount differs from its refund', movement.id, abs(movement.amount_cents) - refund.amount_cents
FROM provider_movements movement JOIN refunds refund ON refund.provider_refund_id = movement.source_id
WHERE movement.sale_id IS NOT NULL AND movement.category IN ('refund', 'refund_failure')
  AND movement.amount_cents <> CASE movement.category WHEN 'refund' THEN -refund.amount_cents ELSE refund.amount_cents END
UNION ALL
SELECT 'movement: sale is not that of its source', movement.id, movement.net_cents
FROM provider_movements movement
WHERE movement.sale_id IS NOT NULL AND movement.source_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM sales WHERE id = movement.sale_id AND provider_charge_id = movement.source_id
  UNION ALL SELECT FROM refunds WHERE sale_id = movement.sale_id AND provider_refund_id = movement.source_id
  UNION ALL SELECT FROM disputes WHERE sale_id = movement.sale_id AND id = movement.source_id)`;

/** Parts of the body of `ledger_audit` (0013-ledger-audit), before and after. */
const auditChanges: [before: string, after: string][] = [
  [
    "sum(CASE WHEN category = 'charge' THEN 0 ELSE fee_cents END) AS of_others",
    `sum(CASE WHEN category = 'charge' THEN 0 ELSE fee_cents END) AS of_others,
      sum(CASE WHEN category <> 'charge' AND source_id IN (SELECT id FROM disputes) THEN fee_cents ELSE 0 END) AS of_disputes`,
  ],
  [
    "coalesce(of_charge, provider_fee_cents, 0) + coalesce(of_others, 0) AS fee,",
    "coalesce(of_charge, provider_fee_cents, 0) + coalesce(of_others, 0) AS fee, coalesce(of_disputes, 0) AS dispute_fee,",
  ],
  ["('provider_fees', -fee), (", "('provider_fees', dispute_fee - fee), ('dispute_fees', -dispute_fee), ("],
  [
    "CASE kind WHEN 'repayment' THEN 'paid_out' ELSE 'platform' END",
    "CASE kind WHEN 'repayment' THEN 'paid_out' ELSE 'goodwill' END",
  ],
  [
    "AS both_sides GROUP BY currency, day HAVING sum(cents) <> 0",
    `AS both_sides GROUP BY currency, day HAVING sum(cents) <> 0
  UNION ALL
  SELECT 'audit: ' || what, id, off_by_cents FROM ledger_book_violations
  UNION ALL
  SELECT 'audit: ' || what, id, off_by_cents FROM order_violations`,
  ],
];

/** Changes parts of the body of the audit, whatever else it consists of by now. Throws where one is not there once. */
async function changeAudit(db: Kysely<unknown>, changes: [before: string, after: string][]): Promise<void> {
  const { rows } = await sql<{ body: string }>`
    SELECT prosrc AS body FROM pg_proc WHERE oid = 'ledger_audit'::regproc`.execute(db);
  let body = rows[0]?.body ?? "";
  for (const [before, after] of changes) {
    if (body.split(before).length !== 2) throw new Error(`ledger_audit has not exactly one: ${before}`);
    body = body.replace(before, () => after);
  }
  await sql
    .raw(`CREATE OR REPLACE FUNCTION ledger_audit() RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE sql STABLE
  SECURITY DEFINER SET ${path} SET work_mem = '64MB' AS $$${body}$$`)
    .execute(db);
}

/**
 * Moves what was posted before between two accounts: an entry for each, on the day of its fact. Entries are only added.
 * The fees of disputes had no entry of their own: `provider_fees` gets them back on the same day.
 */
const corrections = (from: { goodwill: string; platform: string; fees: string; disputeFees: string }) => `
WITH wanted AS (
  SELECT CASE kind WHEN 'writeOff' THEN 'writeOff' ELSE 'adjustment' END AS reason, NULL::uuid AS sale_id, id AS adjustment_id,
    creator_id, 'BRL' AS currency, created_at, '${from.goodwill}' AS account, '${from.platform}' AS former,
    CASE kind WHEN 'debit' THEN amount_cents ELSE -amount_cents END::bigint AS cents
  FROM ledger_adjustments WHERE kind <> 'repayment'
  UNION ALL
  SELECT 'dispute', sale.id, NULL, videos.creator_id, sale.currency, greatest(movement.created_at, sale.paid_at),
    '${from.disputeFees}', '${from.fees}', -sum(fee_cents)::bigint
  FROM provider_movements movement JOIN sales sale ON sale.id = movement.sale_id JOIN videos ON videos.id = sale.video_id
  JOIN disputes ON disputes.id = movement.source_id AND disputes.sale_id = sale.id
  WHERE category <> 'charge' AND sale.paid_at IS NOT NULL GROUP BY 2, 4, 5, 6 HAVING sum(fee_cents) <> 0
), placed AS (
  SELECT *, row_number() OVER (ORDER BY creator_id, created_at, sale_id, adjustment_id) AS place FROM wanted
), added AS (
  INSERT INTO ledger_entries (reason, sale_id, adjustment_id, created_at)
  SELECT reason, sale_id, adjustment_id, created_at FROM placed ORDER BY place RETURNING id
), numbered AS (
  SELECT id, row_number() OVER (ORDER BY id) AS place FROM added
)
INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, balance_after_cents, created_at)
SELECT numbered.id, creator_id, line.account, currency, line.cents, 0, created_at
FROM placed JOIN numbered USING (place)
CROSS JOIN LATERAL (VALUES (placed.account, placed.cents), (placed.former, -placed.cents)) line (account, cents)
ORDER BY place, line.account`;

/**
 * Goodwill and the fees of disputes have accounts of their own, and the nightly proof adds up by reason and month, and
 * proves coupons, credits and movements. `paid_out` needs no change: it is each creator's part of the bank account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
-- Why a difference could not be settled.
ALTER TABLE reconciliation_differences ADD reason text CHECK (length(reason) BETWEEN 1 AND 500);

-- Every row is of the former accounts: nothing is left to validate.
ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check
  CHECK (account IN (${oldAccounts}, 'goodwill', 'dispute_fees')) NOT VALID;

-- The discount is frozen with the use, because the terms of a coupon may be changed. Null for uses of before where the
-- coupon was changed since.
ALTER TABLE sale_coupons ADD discount_percent smallint, ADD discount_cents integer;
UPDATE sale_coupons used SET discount_percent = coupon.percent, discount_cents = coupon.amount_cents
  FROM coupons coupon, sales sale WHERE coupon.id = used.coupon_id AND sale.id = used.sale_id
    AND sale.amount_cents = used.list_price_cents
      - coalesce(coupon.amount_cents, (used.list_price_cents::bigint * coupon.percent + 50) / 100);
CREATE FUNCTION sale_coupons_keep_terms() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    SELECT percent, amount_cents INTO NEW.discount_percent, NEW.discount_cents FROM coupons WHERE id = NEW.coupon_id;
    RETURN NEW;
  END $$;
CREATE TRIGGER sale_coupons_keep_terms BEFORE INSERT ON sale_coupons FOR EACH ROW EXECUTE FUNCTION sale_coupons_keep_terms();
CREATE TRIGGER sale_coupons_terms_frozen BEFORE UPDATE OF discount_percent, discount_cents ON sale_coupons FOR EACH ROW
  EXECUTE FUNCTION refuse_frozen()`);
  await run(salePositions(true));
  await run(otherPositions("goodwill"));
  await run(bookViolations);
  await run(orderViolations);
  await changeAudit(db, auditChanges);
  await run(
    corrections({
      goodwill: "goodwill",
      platform: "platform",
      fees: "provider_fees",
      disputeFees: "dispute_fees",
    }),
  );
}

/** Moves the money back by entries: none is removed. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(
    corrections({
      goodwill: "platform",
      platform: "goodwill",
      fees: "dispute_fees",
      disputeFees: "provider_fees",
    }),
  );
  await changeAudit(
    db,
    auditChanges.map(([before, after]) => [after, before]),
  );
  await run("DROP VIEW order_violations; DROP VIEW ledger_book_violations");
  await run(otherPositions("platform"));
  await run(salePositions(false));
  await run(`
DROP TRIGGER sale_coupons_terms_frozen ON sale_coupons;
DROP TRIGGER sale_coupons_keep_terms ON sale_coupons;
DROP FUNCTION sale_coupons_keep_terms;
ALTER TABLE sale_coupons DROP COLUMN discount_percent, DROP COLUMN discount_cents;
ALTER TABLE reconciliation_differences DROP COLUMN reason`);
}
