import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** What says where a payout goes: frozen with it. */
const payee =
  "pix_key bank_name bank_account_number card_last4 card_holder_name bank_code bank_branch bank_holder_tax_id".split(
    " ",
  );
const payeeOf = (row: "OLD" | "NEW") => payee.map((column) => `${row}.${column}`).join(", ");

/** Raises the refusal of a frozen column, by the name of its trigger. */
const refuse = (message: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME`;

/**
 * Payouts by hand and their days, invoices of the commission, adjustments of balances, and what takes a second person
 * (docs/decisions/0029-payouts-and-second-persons.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Until effective_at payouts go to replaced, unless the change was cancelled
-- (docs/decisions/0078-changes-held-and-undone.md).
CREATE TABLE payout_details_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  replaced jsonb NOT NULL CHECK (jsonb_typeof(replaced) = 'object'),
  chosen jsonb NOT NULL CHECK (jsonb_typeof(chosen) = 'object'), changed_at timestamptz(3) NOT NULL,
  effective_at timestamptz(3) NOT NULL, cancelled_at timestamptz(3),
  CONSTRAINT payout_details_changes_cancelled_check CHECK ((cancelled_at >= changed_at) AND (cancelled_at <=
    effective_at)),
  CONSTRAINT payout_details_changes_held_check CHECK (effective_at >= changed_at)
);
CREATE INDEX payout_details_changes_creator_idx ON payout_details_changes (creator_id, id);

CREATE TABLE payout_batches (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX payout_batches_newest_idx ON payout_batches (created_at DESC, id DESC);

CREATE TABLE payouts (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, batch_id uuid NOT NULL REFERENCES payout_batches ON DELETE RESTRICT,
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('prepared', 'paid', 'failed', 'returned')),
  payee_name text NOT NULL CHECK (length(payee_name) BETWEEN 1 AND 200),
  payment_method text NOT NULL CHECK (payment_method IN ('pix', 'bank', 'card')), pix_key text, bank_name text,
  bank_account_number text, card_last4 text, card_holder_name text,
  bank_reference text CHECK (length(bank_reference) BETWEEN 1 AND 100),
  failure text CHECK (length(failure) BETWEEN 1 AND 500), decided_by uuid REFERENCES users ON DELETE RESTRICT,
  decided_at timestamptz(3), created_at timestamptz(3) NOT NULL, returned_at timestamptz(3),
  returned_by uuid REFERENCES users ON DELETE RESTRICT,
  return_reason text CHECK (length(return_reason) BETWEEN 1 AND 500), bank_code text CHECK (bank_code ~ '^[0-9]{3}$'),
  bank_branch text CHECK (bank_branch ~ '^[0-9]{4}(-[0-9X])?$'),
  bank_holder_tax_id text CHECK (bank_holder_tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  CONSTRAINT payouts_bank_whole CHECK (num_nonnulls(bank_code, bank_branch, bank_holder_tax_id) IN (0, 3)),
  CONSTRAINT payouts_check CHECK ((status IN ('paid', 'returned')) = (bank_reference IS NOT NULL)),
  CONSTRAINT payouts_check1 CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CONSTRAINT payouts_check2 CHECK ((status = 'prepared') = (decided_at IS NULL)),
  CONSTRAINT payouts_check3 CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT payouts_returned_check CHECK (num_nonnulls(returned_at, returned_by, return_reason) = CASE status WHEN
    'returned' THEN 3 ELSE 0 END)
);
CREATE INDEX payouts_batch_idx ON payouts (batch_id, id);
CREATE INDEX payouts_creator_idx ON payouts (creator_id, created_at DESC, id DESC);
CREATE INDEX payouts_newest_idx ON payouts (created_at DESC, id DESC);
CREATE UNIQUE INDEX payouts_one_prepared_idx ON payouts (creator_id) WHERE status = 'prepared';

-- The days of the week on which payouts are made (1 Monday … 7 Sunday), and what a batch would have contained on the
-- morning of each such day. A draft moves no money: an administrator prepares the batch
-- (docs/decisions/0180-payout-days.md).
CREATE TABLE payout_schedule (
  single_row boolean DEFAULT true PRIMARY KEY CHECK (single_row),
  weekdays integer[] DEFAULT '{}' NOT NULL CHECK (weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7] AND cardinality(weekdays) <= 7)
);

INSERT INTO payout_schedule DEFAULT VALUES;

CREATE TABLE payout_drafts (
  day date PRIMARY KEY, payouts integer NOT NULL CHECK (payouts > 0),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0), created_at timestamptz(3) NOT NULL
);

-- The invoice (NFS-e) that the operator issued to a creator for a month's commission. The number comes from the
-- accountant's file, which may correct it.
CREATE TABLE commission_invoices (
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  month text NOT NULL CHECK (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 60),
  link text CHECK (link ~ '^https://' AND length(link) <= 500),
  imported_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, imported_at timestamptz(3) NOT NULL,
  PRIMARY KEY (creator_id, month)
);

-- Only the owner of the tables may change it.
CREATE TABLE two_people_settings (
  single_row boolean DEFAULT true PRIMARY KEY CHECK (single_row), required boolean DEFAULT false NOT NULL,
  solo_adjustment_cents bigint DEFAULT 20000 NOT NULL CHECK (solo_adjustment_cents >= 0)
);

INSERT INTO two_people_settings DEFAULT VALUES;

CREATE TABLE second_person_requests (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('grant', 'adjustment', 'fee', 'smallestPayout', 'releaseRule', 'reserve', 'coupon')),
  account_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  adjustment_kind text CHECK (adjustment_kind IN ('credit', 'debit', 'writeOff', 'repayment')),
  amount_cents bigint CHECK (amount_cents > 0), reason text CHECK (length(reason) BETWEEN 1 AND 500),
  requested_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  status text DEFAULT 'waiting' NOT NULL CHECK (status IN ('waiting', 'approved', 'declined')),
  decided_by uuid REFERENCES users ON DELETE RESTRICT, decided_at timestamptz(3),
  fee_bp integer CHECK (fee_bp BETWEEN 0 AND 5000), fee_from date, rule jsonb,
  CONSTRAINT second_person_requests_adjustment_check CHECK (num_nonnulls(amount_cents,
    CASE WHEN kind NOT IN ('fee', 'releaseRule', 'reserve') THEN reason END)
      = CASE WHEN kind IN ('adjustment', 'smallestPayout') THEN 2 ELSE 0 END
    AND (adjustment_kind IS NOT NULL) = (kind = 'adjustment')),
  CONSTRAINT second_person_requests_decided_check CHECK (num_nonnulls(decided_by, decided_at) = CASE status WHEN
    'waiting' THEN 0 ELSE 2 END),
  CONSTRAINT second_person_requests_fee_check CHECK (num_nonnulls(fee_bp, fee_from, CASE WHEN kind = 'fee' THEN reason
    END) = CASE kind WHEN 'fee' THEN 3 ELSE 0 END),
  CONSTRAINT second_person_requests_other_check CHECK ((status <> 'approved') OR (decided_by <> requested_by)),
  CONSTRAINT second_person_requests_rule_check CHECK ((rule IS NOT NULL) = (kind IN ('releaseRule', 'reserve', 'coupon'))
    AND (rule IS NULL OR (reason IS NOT NULL) = (kind <> 'coupon')))
);
ALTER TABLE user_roles ADD FOREIGN KEY (request_id) REFERENCES second_person_requests ON DELETE RESTRICT;
ALTER TABLE coupons ADD FOREIGN KEY (request_id) REFERENCES second_person_requests ON DELETE RESTRICT;
CREATE UNIQUE INDEX second_person_requests_grant_idx ON second_person_requests (account_id)
  WHERE kind = 'grant' AND status = 'waiting';
CREATE INDEX second_person_requests_newest_idx ON second_person_requests (created_at DESC, id DESC);
CREATE INDEX second_person_requests_waiting_idx ON second_person_requests (created_at) WHERE status = 'waiting';

-- An administrator's credit, debit, write-off of a debt, or record of a repayment.
CREATE TABLE ledger_adjustments (
  id uuid PRIMARY KEY, creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('credit', 'debit', 'writeOff', 'repayment')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, created_at timestamptz(3) NOT NULL,
  request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT
);
CREATE INDEX ledger_adjustments_creator_idx ON ledger_adjustments (creator_id, created_at DESC, id DESC);

-- Where two people are required, an administrator who is a creator confirms nothing about their own money: neither
-- here, nor in payouts_second_person, nor in second_person_requests_guard.
CREATE FUNCTION adjustments_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.request_id IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM second_person_requests
          WHERE id = NEW.request_id AND kind = 'adjustment' AND status = 'approved'
            AND account_id = NEW.creator_id AND adjustment_kind = NEW.kind AND amount_cents = NEW.amount_cents
            AND requested_by = NEW.created_by AND id = NEW.id) THEN
        PERFORM refuse_without_second_person('notApproved', 'an adjustment');
      END IF;
    ELSIF (SELECT required FROM two_people_settings) AND (NEW.kind IN ('writeOff', 'repayment')
        OR NEW.created_by = NEW.creator_id
        OR NEW.amount_cents + solo_adjusted_cents(NEW.created_by, NEW.created_at - interval '30 days')
          > (SELECT solo_adjustment_cents FROM two_people_settings)) THEN
      PERFORM refuse_without_second_person('notApproved', 'an adjustment');
    END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION admin_grants_guard() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = 'public', 'pg_temp' AS $$
  DECLARE approver uuid;
  BEGIN
    IF NEW.request_id IS NOT NULL THEN
      SELECT decided_by INTO approver FROM second_person_requests
        WHERE id = NEW.request_id AND kind = 'grant' AND status = 'approved'
          AND account_id = NEW.user_id AND requested_by = NEW.granted_by;
      IF NOT FOUND THEN PERFORM refuse_without_second_person('notApproved', 'a new administrator'); END IF;
    ELSIF (SELECT required FROM two_people_settings) AND EXISTS (
      SELECT FROM user_roles JOIN users ON users.id = user_roles.user_id
      WHERE role = 'admin' AND suspended_at IS NULL AND users.id IS DISTINCT FROM NEW.granted_by
        AND users.id <> NEW.user_id
    ) THEN
      PERFORM refuse_without_second_person('notApproved', 'a new administrator');
    END IF;
    INSERT INTO admin_grants (user_id, granted_by, approved_by, granted_at)
      VALUES (NEW.user_id, NEW.granted_by, approver, NEW.created_at);
    RETURN NULL;
  END $$;

-- What a request for a second person says about a coupon.
CREATE FUNCTION coupons_terms(one coupons) RETURNS jsonb LANGUAGE sql STABLE SET ${path} AS $$
  SELECT jsonb_build_object('code', one.code, 'percent', one.percent, 'amountCents', one.amount_cents,
    'videoIds', to_jsonb(one.video_ids), 'maxUses', one.max_uses, 'perPerson', one.per_person,
    'firstOnly', one.first_only,
    'startsAt', to_char(one.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(one.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) $$;

-- Where two people are required, a coupon of the platform gets its terms, and is made valid again, by an approved
-- request alone (docs/decisions/0295-platform-coupons-need-two-people.md). Ending one and counting its uses stay free.
CREATE FUNCTION coupons_second_person() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND coupons_terms(NEW) = coupons_terms(OLD) AND OLD.creator_id IS NULL
      AND NEW.request_id IS NOT DISTINCT FROM OLD.request_id AND (OLD.ended_at IS NULL OR NEW.ended_at IS NOT NULL)
    THEN RETURN NEW; END IF;
    IF NEW.request_id IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.request_id IS DISTINCT FROM OLD.request_id) THEN
      -- Later than the one before: no former approval is used again.
      IF NOT EXISTS (SELECT FROM second_person_requests
          WHERE id = NEW.request_id AND kind = 'coupon' AND status = 'approved' AND rule = coupons_terms(NEW)
            AND (TG_OP = 'INSERT' OR OLD.request_id IS NULL
              OR decided_at > (SELECT decided_at FROM second_person_requests WHERE id = OLD.request_id))) THEN
        PERFORM refuse_without_second_person('notApproved', 'a coupon of the platform');
      END IF;
    ELSIF (SELECT required FROM two_people_settings) THEN
      PERFORM refuse_without_second_person('notApproved', 'a coupon of the platform');
    END IF;
    RETURN NEW;
  END $$;

-- What is decided about money is frozen (docs/decisions/0042-rights-in-the-database.md).
CREATE FUNCTION payouts_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF (OLD.payee_name, ${payeeOf("OLD")}) IS DISTINCT FROM (NEW.payee_name, ${payeeOf("NEW")})
      AND NOT (NEW.payee_name = '—' AND OLD.status <> 'prepared' AND num_nonnulls(${payeeOf("NEW")}) = 0)
    THEN ${refuse("the payee of a payout never changes")}; END IF;
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
        ('prepared', 'paid'), ('prepared', 'failed'), ('paid', 'returned'))
    THEN ${refuse("a payout is paid or failed before anything else")}; END IF;
    IF OLD.status <> 'prepared' AND (
        (OLD.bank_reference, OLD.decided_by, OLD.decided_at)
          IS DISTINCT FROM (NEW.bank_reference, NEW.decided_by, NEW.decided_at)
        OR (NEW.failure IS DISTINCT FROM OLD.failure AND NOT (OLD.failure IS NOT NULL AND NEW.failure = '—')))
      OR OLD.status = 'returned' AND (
        (OLD.returned_by, OLD.returned_at) IS DISTINCT FROM (NEW.returned_by, NEW.returned_at)
        OR (NEW.return_reason IS DISTINCT FROM OLD.return_reason AND NEW.return_reason <> '—'))
    THEN ${refuse("how a payout ended never changes")}; END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION payouts_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE settler uuid := CASE NEW.status WHEN 'returned' THEN NEW.returned_by ELSE NEW.decided_by END;
  BEGIN
    IF (SELECT required FROM two_people_settings) THEN
      PERFORM refuse_without_second_person(CASE WHEN NEW.creator_id = settler AND created_by <> settler THEN 'ownMoney'
        ELSE second_person_problem(settler, created_by, created_at) END, 'a payout')
        FROM payout_batches WHERE id = NEW.batch_id;
    END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION refunds_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE person uuid := NEW.settled_by;
  BEGIN
    IF NEW.status = 'returned' THEN person := NEW.returned_by; END IF;
    IF (SELECT required FROM two_people_settings) THEN
      PERFORM refuse_without_second_person(CASE
        WHEN person IS NULL THEN 'notAdmin'
        WHEN NEW.reason = 'admin' THEN second_person_problem(person, NEW.requested_by, NEW.created_at)
        WHEN person = NEW.requested_by THEN 'samePerson'
      END, 'a refund by bank transfer');
    END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION refuse_without_second_person(problem text, what text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF problem IS NOT NULL THEN
      RAISE EXCEPTION '% needs a second person: %', what, problem
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'second_person';
    END IF;
  END $$;

CREATE FUNCTION second_person_problem(confirmer uuid, requester uuid, since timestamptz) RETURNS text
  LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above_confirmer (id) AS (
    SELECT giver FROM admin_grants, unnest(ARRAY[granted_by, approved_by]) AS giver
    WHERE user_id = confirmer AND vouched_at IS NULL AND giver IS NOT NULL
    UNION
    SELECT giver FROM above_confirmer JOIN admin_grants ON user_id = above_confirmer.id,
      unnest(ARRAY[granted_by, approved_by]) AS giver
    WHERE vouched_at IS NULL AND giver IS NOT NULL
  ),
  alone_above_requester (id) AS (
    SELECT granted_by FROM admin_grants
    WHERE user_id = requester AND vouched_at IS NULL AND approved_by IS NULL AND granted_by IS NOT NULL
    UNION
    SELECT granted_by FROM alone_above_requester JOIN admin_grants ON user_id = alone_above_requester.id
    WHERE vouched_at IS NULL AND approved_by IS NULL AND granted_by IS NOT NULL
  )
  SELECT CASE
    WHEN confirmer IS NULL OR NOT EXISTS (SELECT FROM user_roles WHERE user_id = confirmer AND role = 'admin')
      THEN 'notAdmin'
    WHEN confirmer = requester THEN 'samePerson'
    WHEN EXISTS (SELECT FROM above_confirmer WHERE id = requester) THEN 'roleFromRequester'
    WHEN EXISTS (SELECT FROM alone_above_requester WHERE id = confirmer) THEN 'roleToRequester'
    WHEN EXISTS (SELECT FROM user_roles WHERE user_id = confirmer AND role = 'admin' AND created_at > since)
      THEN 'newerRole'
  END $$;

CREATE FUNCTION second_person_requests_guard() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      IF NEW.status <> 'waiting' THEN
        PERFORM refuse_without_second_person('notAsked', 'a request');
      END IF;
      RETURN NEW;
    END IF;
    IF OLD.status <> 'waiting' OR (to_jsonb(NEW) - ARRAY['status', 'decided_by', 'decided_at'])
        <> (to_jsonb(OLD) - ARRAY['status', 'decided_by', 'decided_at']) THEN
      RAISE EXCEPTION 'a request for a second person is decided once, as it was made'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'second_person_requests_frozen';
    END IF;
    IF NEW.status = 'approved' THEN
      PERFORM refuse_without_second_person(CASE
        WHEN NEW.account_id = NEW.decided_by AND NEW.requested_by <> NEW.decided_by THEN 'ownMoney'
        ELSE second_person_problem(NEW.decided_by, NEW.requested_by, NEW.created_at) END, 'the approval');
    END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION solo_adjusted_cents(administrator uuid, since timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount_cents), 0)::bigint FROM ledger_adjustments
  WHERE created_by = administrator AND request_id IS NULL AND created_at > since $$;

CREATE TRIGGER admin_grants_guard AFTER INSERT ON user_roles FOR EACH ROW WHEN (new.role = 'admin')
  EXECUTE FUNCTION admin_grants_guard();
CREATE TRIGGER refunds_second_person BEFORE UPDATE ON refunds FOR EACH ROW
  WHEN ((old.status IS DISTINCT FROM new.status) AND (new.channel = 'outside'))
  EXECUTE FUNCTION refunds_second_person();
CREATE TRIGGER payouts_frozen BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_frozen();
CREATE TRIGGER payouts_second_person BEFORE UPDATE ON payouts FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION payouts_second_person();
-- Its columns leave out the count of uses, which every purchase changes.
CREATE TRIGGER coupons_second_person BEFORE INSERT OR UPDATE OF creator_id, code, percent, amount_cents, video_ids,
  starts_at, ends_at, max_uses, per_person, first_only, ended_at, request_id ON coupons FOR EACH ROW
  WHEN (new.creator_id IS NULL) EXECUTE FUNCTION coupons_second_person();
CREATE TRIGGER adjustments_second_person BEFORE INSERT ON ledger_adjustments FOR EACH ROW
  EXECUTE FUNCTION adjustments_second_person();
CREATE TRIGGER ledger_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_adjustments FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER second_person_requests_guard BEFORE INSERT OR UPDATE ON second_person_requests FOR EACH ROW
  EXECUTE FUNCTION second_person_requests_guard();
`)
    .execute(db);
}
