import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** The smallest payout until one is set, and the lowest that may be set, in cents: `smallestPayoutCents`. */
const lowestCents = 100;

/** The constraints of a request for a second person (0350), without and with a smallest payout. */
const requestChecks = {
  before: `
ALTER TABLE second_person_requests
  ADD CONSTRAINT second_person_requests_kind_check CHECK (kind IN ('grant', 'adjustment', 'fee')),
  ADD CONSTRAINT second_person_requests_adjustment_check CHECK (num_nonnulls(adjustment_kind, amount_cents,
    CASE WHEN kind <> 'fee' THEN reason END) = CASE kind WHEN 'adjustment' THEN 3 ELSE 0 END);`,
  after: `
ALTER TABLE second_person_requests
  ADD CONSTRAINT second_person_requests_kind_check CHECK (kind IN ('grant', 'adjustment', 'fee', 'smallestPayout')),
  ADD CONSTRAINT second_person_requests_adjustment_check CHECK (num_nonnulls(amount_cents,
    CASE WHEN kind <> 'fee' THEN reason END) = CASE WHEN kind IN ('adjustment', 'smallestPayout') THEN 2 ELSE 0 END
    AND (adjustment_kind IS NOT NULL) = (kind = 'adjustment'));`,
};

const drop = `
ALTER TABLE second_person_requests DROP CONSTRAINT second_person_requests_kind_check,
  DROP CONSTRAINT second_person_requests_adjustment_check;`;

/**
 * The smallest payout, set by an administrator (docs/decisions/0239-smallest-payout-is-set.md). The newest row applies.
 * Rows are only added, each with its audit entry in the same transaction. A creator whose account is being erased is
 * paid from the lowest amount on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE smallest_payouts (
  id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY,
  cents integer NOT NULL CHECK (cents BETWEEN ${lowestCents} AND 100000),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT
);

CREATE INDEX smallest_payouts_newest_idx ON smallest_payouts (number DESC);

CREATE FUNCTION smallest_payout_cents() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT cents FROM smallest_payouts ORDER BY number DESC LIMIT 1), ${lowestCents}) $$;

-- An account that is being erased, or was: the balance that its erasure waits for is paid out whatever is set.
CREATE FUNCTION smallest_payout_of(creator uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM account_erasures WHERE user_id = creator)
    OR EXISTS (SELECT FROM users WHERE id = creator AND erased_at IS NOT NULL)
    THEN ${lowestCents} ELSE smallest_payout_cents() END $$;
${drop}
${requestChecks.after}

CREATE FUNCTION smallest_payouts_guard() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NEW.request_id IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM second_person_requests
          WHERE id = NEW.request_id AND id = NEW.id AND kind = 'smallestPayout' AND status = 'approved'
            AND amount_cents = NEW.cents AND requested_by = NEW.created_by) THEN
        PERFORM refuse_without_second_person('notApproved', 'a smallest payout');
      END IF;
    ELSIF (SELECT required FROM two_people_settings) THEN
      PERFORM refuse_without_second_person('notApproved', 'a smallest payout');
    END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER smallest_payouts_guard BEFORE INSERT ON smallest_payouts FOR EACH ROW
  EXECUTE FUNCTION smallest_payouts_guard();

-- Deferred: the entry follows in the same transaction.
CREATE FUNCTION smallest_payouts_audited() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM audit_entries
        WHERE action = 'smallestPayoutChanged' AND created_at = NEW.created_at
          AND (after ->> 'amountCents')::integer = NEW.cents) THEN
      RAISE EXCEPTION 'a smallest payout is set with its audit entry'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'smallest_payouts_audited';
    END IF;
    RETURN NULL;
  END $$;
CREATE CONSTRAINT TRIGGER smallest_payouts_audited AFTER INSERT ON smallest_payouts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION smallest_payouts_audited();

CREATE TRIGGER smallest_payouts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON smallest_payouts FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP TABLE smallest_payouts;
DROP FUNCTION smallest_payout_of(uuid);
DROP FUNCTION smallest_payout_cents();
DROP FUNCTION smallest_payouts_guard();
DROP FUNCTION smallest_payouts_audited();
${drop}
${requestChecks.before}`)
    .execute(db);
}
