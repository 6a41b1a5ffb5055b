import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** The fee of a creator without one of their own, in basis points: `platformShareBp` in SQL. */
const defaultBp = 1500;

/** The nightly audit, which records what it found (0010, 0252), with what `more` selects. */
const runAudit = (more: string) => `
CREATE OR REPLACE FUNCTION ledger_run_audit() RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE plpgsql
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
    ${more}
  ) AS found LIMIT 500;
  GET DIAGNOSTICS errors = ROW_COUNT;
  proof := ledger_end_proof(true, true, errors);
  DELETE FROM ledger_proof_findings;
  INSERT INTO ledger_proof_findings SELECT proof, f.what, f.id, f.off_by_cents FROM pg_temp.ledger_found f;
  RETURN QUERY SELECT * FROM pg_temp.ledger_found;
END $$;`;

/** The constraints of a request for a second person, without and with a fee. */
const requestChecks = {
  before: `
ALTER TABLE second_person_requests
  ADD CONSTRAINT second_person_requests_kind_check CHECK (kind IN ('grant', 'adjustment')),
  ADD CONSTRAINT second_person_requests_adjustment_check CHECK (num_nonnulls(adjustment_kind, amount_cents, reason) =
    CASE kind WHEN 'adjustment' THEN 3 ELSE 0 END);`,
  after: `
ALTER TABLE second_person_requests
  ADD CONSTRAINT second_person_requests_kind_check CHECK (kind IN ('grant', 'adjustment', 'fee')),
  ADD CONSTRAINT second_person_requests_adjustment_check CHECK (num_nonnulls(adjustment_kind, amount_cents,
    CASE WHEN kind <> 'fee' THEN reason END) = CASE kind WHEN 'adjustment' THEN 3 ELSE 0 END),
  ADD CONSTRAINT second_person_requests_fee_check CHECK (num_nonnulls(fee_bp, fee_from,
    CASE WHEN kind = 'fee' THEN reason END) = CASE kind WHEN 'fee' THEN 3 ELSE 0 END);`,
};

/**
 * A creator's own fee with the day from which it holds (docs/decisions/0215-fees-of-creators.md). Rows are only added,
 * each for a day to come, with its audit entry in the same transaction, so no past sale has another fee afterwards. The
 * nightly audit compares every sale's share with the fee in force when the sale was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE creator_fees (
  id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY,
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  share_bp integer NOT NULL CHECK (share_bp BETWEEN 0 AND 5000),
  valid_from date NOT NULL, reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT
);
CREATE INDEX creator_fees_creator_idx ON creator_fees (creator_id, valid_from DESC, number DESC);

CREATE FUNCTION creator_fee_bp(creator uuid, at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT share_bp FROM creator_fees
    WHERE creator_id = creator AND valid_from <= (at AT TIME ZONE 'America/Sao_Paulo')::date
    ORDER BY valid_from DESC, number DESC LIMIT 1), ${defaultBp}) $$;

ALTER TABLE second_person_requests ADD fee_bp integer CHECK (fee_bp BETWEEN 0 AND 5000), ADD fee_from date,
  DROP CONSTRAINT second_person_requests_kind_check, DROP CONSTRAINT second_person_requests_adjustment_check;
${requestChecks.after}

CREATE FUNCTION creator_fees_guard() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NEW.valid_from <= (now() AT TIME ZONE 'America/Sao_Paulo')::date THEN
      RAISE EXCEPTION 'a fee begins on a day to come'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'creator_fees_not_past';
    END IF;
    IF NEW.request_id IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM second_person_requests
          WHERE id = NEW.request_id AND id = NEW.id AND kind = 'fee' AND status = 'approved'
            AND account_id = NEW.creator_id AND fee_bp = NEW.share_bp AND fee_from = NEW.valid_from
            AND requested_by = NEW.created_by) THEN
        PERFORM refuse_without_second_person('notApproved', 'a fee');
      END IF;
    ELSIF (SELECT required FROM two_people_settings) THEN
      PERFORM refuse_without_second_person('notApproved', 'a fee');
    END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER creator_fees_guard BEFORE INSERT ON creator_fees FOR EACH ROW EXECUTE FUNCTION creator_fees_guard();

-- Deferred: the entry follows in the same transaction.
CREATE FUNCTION creator_fees_audited() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM audit_entries
        WHERE action = 'creatorFeeChanged' AND target_id = NEW.creator_id::text AND created_at = NEW.created_at
          AND (after ->> 'feeBp')::integer = NEW.share_bp AND after ->> 'from' = NEW.valid_from::text) THEN
      RAISE EXCEPTION 'a fee is set with its audit entry'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'creator_fees_audited';
    END IF;
    RETURN NULL;
  END $$;
CREATE CONSTRAINT TRIGGER creator_fees_audited AFTER INSERT ON creator_fees DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION creator_fees_audited();

CREATE TRIGGER creator_fees_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON creator_fees FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER creator_fees_refuse_erased AFTER INSERT ON creator_fees FOR EACH ROW
  EXECUTE FUNCTION refuse_erased('creator_id');

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
WHERE sale.rebuilt_at IS NULL AND NOT CASE
  WHEN fee.cents IS NULL THEN sale.platform_share_bp = due.bp
  ELSE sale.platform_share_bp BETWEEN fee.cents * 10000 / sale.amount_cents AND fee.cents * 10000 / sale.amount_cents + 1
    AND sale.platform_fee_cents <= fee.cents END;
`)
    .execute(db);
  await sql
    .raw(runAudit("UNION ALL SELECT 'audit: ' || what, id, 0::bigint FROM fee_violations"))
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(runAudit("")).execute(db);
  await sql
    .raw(`
DROP VIEW fee_violations;
DROP TABLE creator_fees;
DROP FUNCTION creator_fee_bp(uuid, timestamptz);
DROP FUNCTION creator_fees_guard();
DROP FUNCTION creator_fees_audited();
ALTER TABLE second_person_requests DROP CONSTRAINT second_person_requests_kind_check,
  DROP CONSTRAINT second_person_requests_adjustment_check, DROP CONSTRAINT second_person_requests_fee_check, DROP COLUMN fee_bp, DROP COLUMN fee_from;
${requestChecks.before}`)
    .execute(db);
}
