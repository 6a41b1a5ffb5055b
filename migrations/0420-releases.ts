import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Days until a creator's part is released while no rule is set: `releaseDays` in SQL. */
const standardDays = { pix: 7, boleto: 7, card: 15 };

/** As released before: 7 days after Pix and boleto, 15 after cards, all of it at once. */
const fixed = {
  positions: {
    dated: "CASE part.account WHEN 'creator' THEN release.at END AS available_at, part.cents",
    join: "",
    wait: "CASE WHEN sale.payment_method IN ('pix', 'boleto') THEN interval '168 hours' ELSE interval '360 hours' END",
    split: "",
  },
  audit: {
    sets: "",
    days: "CASE payment_method WHEN 'pix' THEN 7 WHEN 'boleto' THEN 7 ELSE 15 END",
    reserve: "",
    rules: "",
    dates: `
  SELECT 'audit: release date', sale_id::text, sum(ledger_lines.amount_cents)::bigint
    FROM ledger_lines JOIN ledger_entries ON ledger_entries.id = entry_id JOIN sold ON sold.id = sale_id
    WHERE account = 'creator' AND available_at <> released_at
    GROUP BY sale_id, available_at HAVING sum(ledger_lines.amount_cents) <> 0
`,
  },
};

/** As the release itself below: naming the zone for each sale takes much longer. São Paulo is UTC-3 since 2019. */
const paidDay = "((sale.paid_at AT TIME ZONE 'UTC') - interval '3 hours')::date";

/**
 * By the rule and the reserve in force on the day of the payment. By joins, as the proof reads every sale: PostgreSQL
 * calls `release_days` and `reserve_of` once for each row, which takes ten times as long.
 */
const byRules: typeof fixed = {
  positions: {
    dated: "dated.available_at, dated.cents",
    join: ` JOIN videos ON videos.id = sale.video_id
  LEFT JOIN LATERAL (
    SELECT pix_days, boleto_days, card_days FROM release_rules WHERE valid_from <= ${paidDay}
    ORDER BY valid_from DESC, number DESC LIMIT 1
  ) rule ON true
  LEFT JOIN LATERAL (
    SELECT reserve_bp AS bp, reserve_days AS days FROM creator_reserves
    WHERE creator_id = videos.creator_id AND valid_from <= ${paidDay}
    ORDER BY valid_from DESC, number DESC LIMIT 1
  ) reserve ON true`,
    wait: `make_interval(hours => 24 * CASE sale.payment_method WHEN 'pix' THEN coalesce(rule.pix_days, ${standardDays.pix})
        WHEN 'boleto' THEN coalesce(rule.boleto_days, ${standardDays.boleto}) ELSE coalesce(rule.card_days, ${standardDays.card}) END)`,
    split: `
  CROSS JOIN LATERAL (
    SELECT CASE part.account WHEN 'creator' THEN part.cents * coalesce(reserve.bp, 0) / 10000 ELSE 0 END AS cents
  ) reserved
  CROSS JOIN LATERAL (VALUES
    (CASE part.account WHEN 'creator' THEN release.at END, part.cents - reserved.cents),
    (greatest(release.at, sale.paid_at + make_interval(hours => 24 * coalesce(reserve.days, 0))), reserved.cents)
  ) dated (available_at, cents)`,
  },
  audit: {
    sets: `rules AS (
    SELECT *, lead(valid_from) OVER (ORDER BY valid_from) AS until
    FROM (SELECT DISTINCT ON (valid_from) * FROM release_rules ORDER BY valid_from, number DESC) AS newest
  ), reserves AS (
    SELECT *, lead(valid_from) OVER (PARTITION BY creator_id ORDER BY valid_from) AS until
    FROM (SELECT DISTINCT ON (creator_id, valid_from) * FROM creator_reserves
      ORDER BY creator_id, valid_from, number DESC) AS newest
  ), `,
    days: `CASE payment_method WHEN 'pix' THEN coalesce(pix_days, ${standardDays.pix})
        WHEN 'boleto' THEN coalesce(boleto_days, ${standardDays.boleto}) ELSE coalesce(card_days, ${standardDays.card}) END`,
    reserve: ", coalesce(reserve_bp, 0) AS reserve_bp, coalesce(reserve_days, 0) AS reserve_days",
    rules: `    LEFT JOIN rules ON date(paid_at AT TIME ZONE 'America/Sao_Paulo') >= rules.valid_from
      AND date(paid_at AT TIME ZONE 'America/Sao_Paulo') < coalesce(rules.until, 'infinity')
    LEFT JOIN reserves ON reserves.creator_id = videos.creator_id
      AND date(paid_at AT TIME ZONE 'America/Sao_Paulo') >= reserves.valid_from
      AND date(paid_at AT TIME ZONE 'America/Sao_Paulo') < coalesce(reserves.until, 'infinity')
`,
    dates: `
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
`,
  },
};

/** What each account must hold because of a paid sale (0009); `from`: how the creator's part is released. */
const positions = (from: typeof fixed.positions) => `
  SELECT sale.id AS sale_id, sale.currency, part.account,
    ${from.dated}
  FROM sales sale${from.join}
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
      sale.paid_at + ${from.wait},
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
  ) part (account, cents)${from.split}
  WHERE sale.paid_at IS NOT NULL AND part.cents <> 0`;

/** The second proof (0010); `from`: the same, written otherwise. */
const audit = (from: typeof fixed.audit) => `
  WITH ${from.sets}refunded AS (
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
      greatest(paid_at + make_interval(hours => 24 * ${from.days}),
        (date_trunc('day', paid_at AT TIME ZONE 'America/Sao_Paulo') + interval '8 days') AT TIME ZONE 'America/Sao_Paulo')
        AS released_at${from.reserve}
    FROM sales JOIN videos ON videos.id = video_id
${from.rules}    LEFT JOIN refunded ON refunded.sale_id = sales.id LEFT JOIN disputed ON disputed.sale_id = sales.id
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
${from.dates.trimStart()}  UNION ALL
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

const auditFunction = (from: typeof fixed.audit) => `
CREATE OR REPLACE FUNCTION ledger_audit() RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE sql STABLE
SECURITY DEFINER SET ${path} SET work_mem = '64MB' AS $$ ${audit(from)} $$`;

/** The constraints of a request for a second person (0396), without and with rules of releases. */
const requestChecks = {
  before: `
ALTER TABLE second_person_requests
  ADD CONSTRAINT second_person_requests_kind_check CHECK (kind IN ('grant', 'adjustment', 'fee', 'smallestPayout')),
  ADD CONSTRAINT second_person_requests_adjustment_check CHECK (num_nonnulls(amount_cents,
    CASE WHEN kind <> 'fee' THEN reason END) = CASE WHEN kind IN ('adjustment', 'smallestPayout') THEN 2 ELSE 0 END
    AND (adjustment_kind IS NOT NULL) = (kind = 'adjustment'));`,
  after: `
ALTER TABLE second_person_requests
  ADD CONSTRAINT second_person_requests_kind_check
    CHECK (kind IN ('grant', 'adjustment', 'fee', 'smallestPayout', 'releaseRule', 'reserve')),
  ADD CONSTRAINT second_person_requests_adjustment_check CHECK (num_nonnulls(amount_cents,
    CASE WHEN kind NOT IN ('fee', 'releaseRule', 'reserve') THEN reason END)
      = CASE WHEN kind IN ('adjustment', 'smallestPayout') THEN 2 ELSE 0 END
    AND (adjustment_kind IS NOT NULL) = (kind = 'adjustment')),
  ADD CONSTRAINT second_person_requests_rule_check CHECK ((rule IS NOT NULL) = (kind IN ('releaseRule', 'reserve'))
    AND (rule IS NULL OR reason IS NOT NULL));`,
};

const drop = `
ALTER TABLE second_person_requests DROP CONSTRAINT second_person_requests_kind_check,
  DROP CONSTRAINT second_person_requests_adjustment_check;`;

/** What a table of rules needs: each row is for a day to come, approved where two people are required, and audited. */
const guards = ({
  table,
  kind,
  action,
  about,
  target,
}: Record<"table" | "kind" | "action" | "about" | "target", string>) => `
CREATE FUNCTION ${table}_guard() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NEW.valid_from <= (now() AT TIME ZONE 'America/Sao_Paulo')::date THEN
      RAISE EXCEPTION 'a rule begins on a day to come'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = '${table}_not_past';
    END IF;
    IF NEW.request_id IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM second_person_requests
          WHERE id = NEW.request_id AND id = NEW.id AND kind = '${kind}' AND status = 'approved'
            AND rule = ${table}_rule(NEW) AND ${about} AND requested_by = NEW.created_by) THEN
        PERFORM refuse_without_second_person('notApproved', 'a rule of releases');
      END IF;
    ELSIF (SELECT required FROM two_people_settings) THEN
      PERFORM refuse_without_second_person('notApproved', 'a rule of releases');
    END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER ${table}_guard BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_guard();

-- Deferred: the entry follows in the same transaction.
CREATE FUNCTION ${table}_audited() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM audit_entries WHERE action = '${action}' AND created_at = NEW.created_at
        AND target_id = ${target} AND after @> ${table}_rule(NEW)) THEN
      RAISE EXCEPTION 'a rule of releases is set with its audit entry'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = '${table}_audited';
    END IF;
    RETURN NULL;
  END $$;
CREATE CONSTRAINT TRIGGER ${table}_audited AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ${table}_audited();

CREATE TRIGGER ${table}_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ${table} FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();`;

/**
 * When a creator's part is released (docs/decisions/0252-releases-follow-dated-rules.md): days of each method, and a
 * reserve of a creator. The rule in force on the day of a payment applies to that sale for ever. Rows are only added,
 * each for a day to come, so no sale that was paid before changes; both proofs compare every release with the rules.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE release_rules (
  id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY,
  pix_days integer NOT NULL CHECK (pix_days BETWEEN 7 AND 60),
  boleto_days integer NOT NULL CHECK (boleto_days BETWEEN 7 AND 60),
  card_days integer NOT NULL CHECK (card_days BETWEEN 7 AND 60),
  valid_from date NOT NULL, reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT
);
CREATE INDEX release_rules_newest_idx ON release_rules (valid_from DESC, number DESC);

CREATE TABLE creator_reserves (
  id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY,
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  reserve_bp integer NOT NULL CHECK (reserve_bp BETWEEN 0 AND 5000),
  reserve_days integer NOT NULL CHECK (reserve_days BETWEEN 0 AND 180),
  valid_from date NOT NULL, reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT,
  CONSTRAINT creator_reserves_check CHECK ((reserve_bp = 0) = (reserve_days = 0))
);
CREATE INDEX creator_reserves_creator_idx ON creator_reserves (creator_id, valid_from DESC, number DESC);

CREATE FUNCTION release_days(method text, at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT CASE method WHEN 'pix' THEN pix_days WHEN 'boleto' THEN boleto_days ELSE card_days END FROM release_rules
    WHERE valid_from <= (at AT TIME ZONE 'America/Sao_Paulo')::date ORDER BY valid_from DESC, number DESC LIMIT 1
  ), CASE method WHEN 'pix' THEN ${standardDays.pix} WHEN 'boleto' THEN ${standardDays.boleto} ELSE ${standardDays.card} END) $$;

CREATE FUNCTION reserve_of(creator uuid, at timestamptz) RETURNS TABLE (bp integer, days integer)
  LANGUAGE sql STABLE AS $$
  SELECT reserve_bp, reserve_days FROM creator_reserves
  WHERE creator_id = creator AND valid_from <= (at AT TIME ZONE 'America/Sao_Paulo')::date
  ORDER BY valid_from DESC, number DESC LIMIT 1 $$;

-- What a request for a second person and the audit log say about a row.
CREATE FUNCTION release_rules_rule(one release_rules) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('pixDays', one.pix_days, 'boletoDays', one.boleto_days, 'cardDays', one.card_days,
    'from', to_char(one.valid_from, 'YYYY-MM-DD')) $$;
CREATE FUNCTION creator_reserves_rule(one creator_reserves) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('reserveBp', one.reserve_bp, 'reserveDays', one.reserve_days,
    'from', to_char(one.valid_from, 'YYYY-MM-DD')) $$;

ALTER TABLE second_person_requests ADD rule jsonb;
${drop}
${requestChecks.after}
${guards({
  table: "release_rules",
  kind: "releaseRule",
  action: "releaseRuleChanged",
  about: "true",
  target: "'releaseRule'",
})}
${guards({
  table: "creator_reserves",
  kind: "reserve",
  action: "reserveChanged",
  about: "account_id = NEW.creator_id",
  target: "NEW.creator_id::text",
})}
CREATE TRIGGER creator_reserves_refuse_erased AFTER INSERT ON creator_reserves FOR EACH ROW
  EXECUTE FUNCTION refuse_erased('creator_id');

CREATE OR REPLACE VIEW ledger_sale_positions AS ${positions(byRules.positions)};
${auditFunction(byRules.audit)};
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE OR REPLACE VIEW ledger_sale_positions AS ${positions(fixed.positions)};
${auditFunction(fixed.audit)};
DROP FUNCTION release_rules_rule(release_rules);
DROP FUNCTION creator_reserves_rule(creator_reserves);
DROP TABLE release_rules;
DROP TABLE creator_reserves;
DROP FUNCTION release_days(text, timestamptz);
DROP FUNCTION reserve_of(uuid, timestamptz);
DROP FUNCTION release_rules_guard();
DROP FUNCTION release_rules_audited();
DROP FUNCTION creator_reserves_guard();
DROP FUNCTION creator_reserves_audited();
ALTER TABLE second_person_requests DROP CONSTRAINT second_person_requests_rule_check;
${drop}
ALTER TABLE second_person_requests DROP COLUMN rule;
${requestChecks.before}`)
    .execute(db);
}
