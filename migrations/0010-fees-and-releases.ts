import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** The fee of a creator without one of their own, in basis points: `platformShareBp` in SQL. */
const defaultBp = 1500;

/** The smallest payout until one is set, and the lowest that may be set, in cents: `smallestPayoutCents`. */
const lowestCents = 100;

/** Days until a creator's part is released while no rule is set: `releaseDays` in SQL. */
const standardDays = { pix: 7, boleto: 7, card: 15 };

const isRecorded = `EXISTS (SELECT FROM sale_rebuilds fact WHERE fact.sale_id = sale.id
  AND fact.checkout_id = sale.provider_checkout_id AND fact.platform_share_bp = sale.platform_share_bp
  AND fact.rebuilt_at = sale.rebuilt_at)`;

/** What a table of rules needs: each row is approved where two people are required, and audited. */
const guards = (rule: {
  table: string;
  /** The rule in messages. */
  one: string;
  /** The same in the refusal of a rule that does not begin on a day to come. Undefined: it applies at once. */
  dated?: string;
  /** The kind of its request for a second person, and what that says about the row. */
  kind: string;
  requested: string;
  action: string;
  audited: string;
}) => `
CREATE FUNCTION ${rule.table}_guard() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    ${
      rule.dated
        ? `IF NEW.valid_from <= (now() AT TIME ZONE 'America/Sao_Paulo')::date THEN
      RAISE EXCEPTION '${rule.dated} begins on a day to come'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = '${rule.table}_not_past';
    END IF;
    `
        : ""
    }IF NEW.request_id IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM second_person_requests
          WHERE id = NEW.request_id AND id = NEW.id AND kind = '${rule.kind}' AND status = 'approved'
            AND ${rule.requested} AND requested_by = NEW.created_by) THEN
        PERFORM refuse_without_second_person('notApproved', '${rule.one}');
      END IF;
    ELSIF (SELECT required FROM two_people_settings) THEN
      PERFORM refuse_without_second_person('notApproved', '${rule.one}');
    END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER ${rule.table}_guard BEFORE INSERT ON ${rule.table} FOR EACH ROW EXECUTE FUNCTION ${rule.table}_guard();

-- Deferred: the entry follows in the same transaction.
CREATE FUNCTION ${rule.table}_audited() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM audit_entries
        WHERE action = '${rule.action}' AND ${rule.audited}) THEN
      RAISE EXCEPTION '${rule.one} is set with its audit entry'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = '${rule.table}_audited';
    END IF;
    RETURN NULL;
  END $$;
CREATE CONSTRAINT TRIGGER ${rule.table}_audited AFTER INSERT ON ${rule.table} DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ${rule.table}_audited();

CREATE TRIGGER ${rule.table}_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ${rule.table} FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();`;

/**
 * Rules that administrators set: each creator's fee, the smallest payout, when a creator's part is released. Rows are
 * only added, each with its audit entry in the same transaction. Fees and releases begin on a day to come, so no past
 * sale changes; the nightly proofs compare every sale with the rules in force when it was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A creator's own fee with the day from which it holds (docs/decisions/0215-fees-of-creators.md).
CREATE TABLE creator_fees (
  id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY,
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  share_bp integer NOT NULL CHECK (share_bp BETWEEN 0 AND 5000), valid_from date NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT
);
CREATE INDEX creator_fees_creator_idx ON creator_fees (creator_id, valid_from DESC, number DESC);

-- The newest row applies (docs/decisions/0239-smallest-payout-is-set.md).
CREATE TABLE smallest_payouts (
  id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY,
  cents integer NOT NULL CHECK (cents BETWEEN ${lowestCents} AND 100000),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT
);
CREATE INDEX smallest_payouts_newest_idx ON smallest_payouts (number DESC);

-- Days of each method until a creator's part is released, and a reserve of a creator. The rule in force on the day of a
-- payment applies to that sale for ever (docs/decisions/0252-releases-follow-dated-rules.md).
CREATE TABLE release_rules (
  id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY,
  pix_days integer NOT NULL CHECK (pix_days BETWEEN 7 AND 60),
  boleto_days integer NOT NULL CHECK (boleto_days BETWEEN 7 AND 60),
  card_days integer NOT NULL CHECK (card_days BETWEEN 7 AND 60), valid_from date NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT
);
CREATE INDEX release_rules_newest_idx ON release_rules (valid_from DESC, number DESC);

CREATE TABLE creator_reserves (
  id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY,
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  reserve_bp integer NOT NULL CHECK (reserve_bp BETWEEN 0 AND 5000),
  reserve_days integer NOT NULL CHECK (reserve_days BETWEEN 0 AND 180), valid_from date NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT,
  CONSTRAINT creator_reserves_check CHECK ((reserve_bp = 0) = (reserve_days = 0))
);
CREATE INDEX creator_reserves_creator_idx ON creator_reserves (creator_id, valid_from DESC, number DESC);

CREATE FUNCTION creator_fee_bp(creator uuid, at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT share_bp FROM creator_fees
    WHERE creator_id = creator AND valid_from <= (at AT TIME ZONE 'America/Sao_Paulo')::date
    ORDER BY valid_from DESC, number DESC LIMIT 1), ${defaultBp}) $$;

CREATE FUNCTION smallest_payout_cents() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT cents FROM smallest_payouts ORDER BY number DESC LIMIT 1), ${lowestCents}) $$;

-- An account that is being erased, or was: the balance that its erasure waits for is paid out whatever is set.
CREATE FUNCTION smallest_payout_of(creator uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM account_erasures WHERE user_id = creator)
    OR EXISTS (SELECT FROM users WHERE id = creator AND erased_at IS NOT NULL)
    THEN ${lowestCents} ELSE smallest_payout_cents() END $$;

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

-- A sale made again from Stripe has the share that Stripe stored. With a coupon of the platform, the platform bears
-- the discount: the share is lowered until the creator gets what they get without the coupon.
CREATE VIEW fee_violations AS
SELECT 'fee: share of a sale is not its creator''s' AS what, sale.id::text AS id
FROM sales sale JOIN videos ON videos.id = sale.video_id
LEFT JOIN sale_coupons used ON used.sale_id = sale.id
LEFT JOIN coupons coupon ON coupon.id = used.coupon_id AND coupon.creator_id IS NULL
CROSS JOIN LATERAL (SELECT creator_fee_bp(videos.creator_id, sale.created_at) AS bp) due
CROSS JOIN LATERAL (SELECT CASE WHEN coupon.id IS NOT NULL THEN
  (used.list_price_cents::bigint * due.bp + 5000) / 10000 - (used.list_price_cents - sale.amount_cents) END AS cents) fee
WHERE NOT (sale.rebuilt_at IS NOT NULL AND ${isRecorded}) AND NOT CASE
  WHEN fee.cents IS NULL THEN sale.platform_share_bp = due.bp
  ELSE sale.platform_share_bp BETWEEN fee.cents * 10000 / sale.amount_cents AND fee.cents * 10000 / sale.amount_cents + 1
    AND sale.platform_fee_cents <= fee.cents END
UNION ALL
SELECT 'fee: sale is marked as rebuilt and its fact is missing', sale.id::text FROM sales sale
WHERE sale.rebuilt_at IS NOT NULL AND NOT ${isRecorded};
${guards({
  table: "creator_fees",
  one: "a fee",
  dated: "a fee",
  kind: "fee",
  requested: "account_id = NEW.creator_id AND fee_bp = NEW.share_bp AND fee_from = NEW.valid_from",
  action: "creatorFeeChanged",
  audited: `target_id = NEW.creator_id::text AND created_at = NEW.created_at
          AND (after ->> 'feeBp')::integer = NEW.share_bp AND after ->> 'from' = NEW.valid_from::text`,
})}
${guards({
  table: "smallest_payouts",
  one: "a smallest payout",
  kind: "smallestPayout",
  requested: "amount_cents = NEW.cents",
  action: "smallestPayoutChanged",
  audited: "created_at = NEW.created_at AND (after ->> 'amountCents')::integer = NEW.cents",
})}
${guards({
  table: "release_rules",
  one: "a rule of releases",
  dated: "a rule",
  kind: "releaseRule",
  requested: "rule = release_rules_rule(NEW)",
  action: "releaseRuleChanged",
  audited: "created_at = NEW.created_at AND target_id = 'releaseRule' AND after @> release_rules_rule(NEW)",
})}
${guards({
  table: "creator_reserves",
  one: "a rule of releases",
  dated: "a rule",
  kind: "reserve",
  requested: "rule = creator_reserves_rule(NEW) AND account_id = NEW.creator_id",
  action: "reserveChanged",
  audited:
    "created_at = NEW.created_at AND target_id = NEW.creator_id::text AND after @> creator_reserves_rule(NEW)",
})}
`)
    .execute(db);
}
