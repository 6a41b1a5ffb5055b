import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import * as base from "./0001-base.js";
import * as orders from "./0006-orders.js";
import * as payouts from "./0009-payouts.js";
import * as ledger from "./0011-ledger.js";
import * as erasedAccounts from "./0015-erased-accounts.js";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string, constraint: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = ${constraint}, TABLE = TG_TABLE_NAME`;

interface State {
  table: string;
  /** As `money_state` names it. */
  state: string;
  /** The states before it: "new" for a row that is inserted. */
  from: string;
  /** The column with the administrator who brings a row into it. */
  person?: string;
  /** The actions of the audit log of which one is recorded in the same transaction, and the column with its target. */
  actions?: string;
  target?: string;
  /** Columns that are set in it. */
  needs?: string;
  /** Columns that never change again from this state on, once they are set. */
  frozen?: string;
}

const identity = "provider_checkout_id provider_payment_id paid_at completed_at";
const settled = "bank_reference decided_by decided_at";
const sent = "settled_by channel key_given_at";

/**
 * Every state of money: from where a row comes to it, who brings it there, what the audit log must say in the same
 * transaction, and what is settled from then on.
 */
const states: State[] = [
  { table: "sales", state: "unpaid", from: "new" },
  { table: "sales", state: "paid", from: "new, unpaid", frozen: identity },
  {
    table: "sales",
    state: "charged",
    from: "new, unpaid, paid",
    frozen: `${identity} provider_charge_id payment_method provider_fee_cents`,
  },
  { table: "refunds", state: "provider requested", from: "new", frozen: "provider_refund_id" },
  {
    table: "refunds",
    state: "provider pending",
    from: "new, provider requested",
    needs: "provider_refund_id",
    frozen: "provider_refund_id channel",
  },
  {
    table: "refunds",
    state: "provider succeeded",
    from: "new, provider requested, provider pending",
    needs: "provider_refund_id",
    frozen: "provider_refund_id channel",
  },
  {
    table: "refunds",
    state: "provider failed",
    from: "new, provider requested, provider pending, provider succeeded",
    frozen: "provider_refund_id channel",
  },
  { table: "refunds", state: "outside requested", from: "new, provider requested", frozen: "channel" },
  {
    table: "refunds",
    state: "outside succeeded",
    from: "outside requested",
    person: "settled_by",
    actions: "refundEndedByHand",
    target: "sale_id",
    frozen: sent,
  },
  {
    table: "refunds",
    state: "outside failed",
    from: "outside requested",
    person: "settled_by",
    actions: "refundEndedByHand",
    target: "sale_id",
    frozen: `${sent} failed_at`,
  },
  {
    table: "refunds",
    state: "outside returned",
    from: "outside succeeded",
    person: "returned_by",
    actions: "refundReturned",
    target: "sale_id",
    frozen: `${sent} returned_by returned_at`,
  },
  { table: "disputes", state: "inquiry", from: "new" },
  { table: "disputes", state: "open", from: "new, inquiry" },
  { table: "disputes", state: "lost", from: "new, inquiry, open" },
  { table: "disputes", state: "released", from: "new, inquiry, open, lost" },
  {
    table: "payout_batches",
    state: "made",
    from: "new",
    person: "created_by",
    actions: "payoutsPrepared",
    target: "id",
  },
  { table: "payouts", state: "prepared", from: "new", actions: "payoutsPrepared", target: "batch_id" },
  {
    table: "payouts",
    state: "paid",
    from: "prepared",
    person: "decided_by",
    actions: "payoutPaid",
    target: "id",
    frozen: settled,
  },
  {
    table: "payouts",
    state: "failed",
    from: "prepared",
    person: "decided_by",
    actions: "payoutFailed",
    target: "id",
    frozen: settled,
  },
  {
    table: "payouts",
    state: "returned",
    from: "paid",
    person: "returned_by",
    actions: "payoutReturned",
    target: "id",
    frozen: `${settled} returned_by returned_at`,
  },
  {
    table: "ledger_adjustments",
    state: "made",
    from: "new",
    person: "created_by",
    actions: "balanceCredited balanceDebited debtWrittenOff repaymentRecorded",
    target: "creator_id",
  },
  { table: "second_person_requests", state: "waiting", from: "new", person: "requested_by" },
  { table: "second_person_requests", state: "approved", from: "waiting", person: "decided_by" },
  { table: "second_person_requests", state: "declined", from: "waiting", person: "decided_by" },
  ...["creator_fees", "smallest_payouts", "release_rules", "creator_reserves"].map((table) => ({
    table,
    state: "made",
    from: "new",
    person: "created_by",
  })),
];

const array = (words = "", separator = " ") =>
  words === ""
    ? "'{}'"
    : `ARRAY[${words
        .split(separator)
        .map((word) => `'${word}'`)
        .join()}]`;
const text = (value: string | undefined) => (value === undefined ? "NULL" : `'${value}'`);

const rows = states
  .map(
    ({ table, state, from, person, actions, target, needs, frozen }) =>
      `('${table}', '${state}', ${array(from, ", ")}, ${text(person)}, ${array(actions)}, ${text(target)}, ${array(needs)}, ${array(frozen)})`,
  )
  .join(",\n  ");

const tables = [...new Set(states.map(({ table }) => table))];
const isAudited = (table: string) => states.some((state) => state.table === table && state.actions);

/** The columns of the audit log that name people: an erasure empties them. */
const namesPeople =
  "'actor_email', 'target_label', 'address', 'browser', 'reason', 'before', 'after', 'search_text', 'salt', 'erased_for'";
/** The facts that an erasure takes out of `before` and `after`. */
const personalFacts = "ARRAY['payee', 'paidTo', 'handle', 'search', 'filter']";

/** What a payout goes to, of a row with such columns. */
const destination = (row: string) => `(CASE ${row}.payment_method WHEN 'bank' THEN
    ARRAY[btrim(${row}.bank_name), btrim(${row}.bank_account_number), ${row}.bank_code, ${row}.bank_branch, ${row}.bank_holder_tax_id]
  WHEN 'card' THEN ARRAY[btrim(${row}.card_last4), btrim(${row}.card_holder_name)]
  ELSE ARRAY[CASE WHEN ${row}.pix_key LIKE '%@%' THEN lower(btrim(${row}.pix_key))
    ELSE regexp_replace(regexp_replace(lower(${row}.pix_key), '[^0-9a-z]', '', 'g'), '^55([0-9]{11})$', '\\1') END] END)`;

/**
 * Who may bring a row of money into which state, asked when a row is inserted and when it changes, for the application's
 * role: the owner of the tables restores backups. What is settled never changes, what has no witness outside has its
 * audit entry in the same transaction, and the audit log is hashed into the anchors of the ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE money_states (
  subject text NOT NULL, state text NOT NULL, enters_from text[] NOT NULL, person text, actions text[] NOT NULL,
  target text, needs text[] NOT NULL, frozen text[] NOT NULL, PRIMARY KEY (subject, state)
);
INSERT INTO money_states VALUES
  ${rows};

CREATE FUNCTION money_state(subject text, one jsonb) RETURNS text LANGUAGE sql IMMUTABLE SET ${path} AS $$
  SELECT CASE
    WHEN subject = 'sales' THEN CASE WHEN one ->> 'paid_at' IS NULL THEN 'unpaid'
      WHEN one ->> 'provider_charge_id' IS NULL THEN 'paid' ELSE 'charged' END
    WHEN subject = 'refunds' THEN (one ->> 'channel') || ' ' || (one ->> 'status')
    ELSE coalesce(one ->> 'status', 'made') END $$;

CREATE FUNCTION is_administrator(account text) RETURNS boolean LANGUAGE sql STABLE SET ${path} AS $$
  SELECT EXISTS (SELECT FROM user_roles WHERE user_id = account::uuid AND role = 'admin') $$;

-- Whether the statement is the application's: the owner of the tables restores and mends.
CREATE FUNCTION is_application(relation oid) RETURNS boolean LANGUAGE sql STABLE SET ${path} AS $$
  SELECT current_user <> pg_get_userbyid(relowner) FROM pg_class WHERE oid = relation $$;

CREATE FUNCTION money_states_guard() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  DECLARE
    one jsonb := to_jsonb(NEW);
    former jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) END;
    state text := money_state(TG_TABLE_NAME, one);
    before text := CASE WHEN TG_OP = 'UPDATE' THEN money_state(TG_TABLE_NAME, former) ELSE 'new' END;
    entered record;
    kept text[];
    part text;
  BEGIN
    IF NOT is_application(TG_RELID) THEN RETURN NEW; END IF;
    IF TG_OP = 'UPDATE' THEN
      SELECT frozen INTO kept FROM money_states rule WHERE rule.subject = TG_TABLE_NAME AND rule.state = before;
      FOREACH part IN ARRAY kept LOOP
        IF former ->> part IS NOT NULL AND former -> part IS DISTINCT FROM one -> part
        THEN ${refuse("what is settled never changes", "TG_TABLE_NAME || '_settled'")}; END IF;
      END LOOP;
      IF state = before THEN RETURN NEW; END IF;
    END IF;
    SELECT * INTO entered FROM money_states rule WHERE rule.subject = TG_TABLE_NAME AND rule.state = money_state(TG_TABLE_NAME, one);
    IF NOT FOUND OR NOT before = ANY(entered.enters_from)
    THEN ${refuse("a row of this table does not come to this state from the one before", "TG_TABLE_NAME || '_states'")}; END IF;
    IF entered.person IS NOT NULL AND (TG_TABLE_NAME = 'second_person_requests' OR (SELECT required FROM two_people_settings))
      AND is_administrator(one ->> entered.person) IS NOT TRUE
    THEN ${refuse("an administrator decides about money", "TG_TABLE_NAME || '_administrator'")}; END IF;
    FOREACH part IN ARRAY entered.needs LOOP
      IF one ->> part IS NULL
      THEN ${refuse("the state has no witness", "TG_TABLE_NAME || '_witness'")}; END IF;
    END LOOP;
    RETURN NEW;
  END $$;

-- Deferred: the entry of the audit log follows in the same transaction. Its actor is who brought the row to its state;
-- of an approved adjustment, who approved it.
CREATE FUNCTION money_states_audited() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  DECLARE
    one jsonb := to_jsonb(NEW);
    state text := money_state(TG_TABLE_NAME, one);
    entered record;
  BEGIN
    IF NOT is_application(TG_RELID) THEN RETURN NULL; END IF;
    IF TG_OP = 'UPDATE' THEN
      IF money_state(TG_TABLE_NAME, to_jsonb(OLD)) = state THEN RETURN NULL; END IF;
    END IF;
    SELECT * INTO entered FROM money_states rule WHERE rule.subject = TG_TABLE_NAME AND rule.state = money_state(TG_TABLE_NAME, one);
    IF cardinality(entered.actions) > 0 AND NOT EXISTS (
      SELECT FROM audit_entries audit WHERE audit.made_in = pg_current_xact_id() AND action = ANY(entered.actions)
        AND target_id = one ->> entered.target
        AND (TG_TABLE_NAME NOT IN ('ledger_adjustments', 'payouts') OR state = 'prepared' OR state = 'returned'
          OR after ->> 'amountCents' = one ->> 'amount_cents')
        AND (entered.person IS NULL OR actor_id::text = one ->> entered.person
          OR actor_id = (SELECT decided_by FROM second_person_requests WHERE id = (one ->> 'request_id')::uuid)))
    THEN ${refuse("this is recorded with its audit entry", "TG_TABLE_NAME || '_audited'")}; END IF;
    RETURN NULL;
  END $$;

-- Whose wish a refund is: it decides who may send it. The sale of a second payment is marked in the same transaction.
CREATE FUNCTION refunds_reason_guard() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  DECLARE
    sale record;
  BEGIN
    IF NOT is_application(TG_RELID) THEN RETURN NULL; END IF;
    SELECT consumer_id, duplicate INTO sale FROM sales WHERE id = NEW.sale_id;
    -- One that was not sent, or came back, is made again as it was requested, or by the buyer, who gives another key.
    IF NOT (EXISTS (SELECT FROM refunds WHERE sale_id = NEW.sale_id AND status IN ('failed', 'returned')
        AND amount_cents >= NEW.amount_cents AND reason = NEW.reason AND id <> NEW.id
        AND (requested_by IS NOT DISTINCT FROM NEW.requested_by OR NEW.requested_by = sale.consumer_id))
      OR CASE NEW.reason
        WHEN 'admin' THEN (is_administrator(NEW.requested_by::text)
            OR NOT (SELECT required FROM two_people_settings))
          AND EXISTS (SELECT FROM audit_entries WHERE made_in = pg_current_xact_id() AND action = 'saleRefunded'
            AND target_id = NEW.sale_id::text AND actor_id = NEW.requested_by
            AND after ->> 'amountCents' = NEW.amount_cents::text)
        WHEN 'withdrawal' THEN NEW.requested_by = sale.consumer_id
        WHEN 'duplicate' THEN sale.duplicate AND NEW.requested_by IS NULL
        ELSE NEW.channel = 'provider' AND NEW.requested_by IS NULL END)
    THEN ${refuse("a refund is requested by whom its reason names", "'refunds_requested_by'")}; END IF;
    RETURN NULL;
  END $$;
CREATE CONSTRAINT TRIGGER refunds_reason_guard AFTER INSERT ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refunds_reason_guard();

-- Never more than is owed, and to where the creator is paid: the details in force, in the hour after a change those
-- before it too, which the batch was seen with; for an erased account those of its last payout.
CREATE FUNCTION payouts_owed() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  DECLARE
    holder record;
    details record;
  BEGIN
    IF NOT is_application(TG_RELID) THEN RETURN NEW; END IF;
    PERFORM ledger_lock_balances(ARRAY[NEW.creator_id]);
    IF NEW.amount_cents > coalesce((SELECT balance_cents FROM ledger_balances
        WHERE creator_id = NEW.creator_id AND account = 'creator' AND currency = 'BRL'), 0)
    THEN ${refuse("a payout is never more than its creator is owed", "'payouts_balance'")}; END IF;
    IF (SELECT erased_at FROM users WHERE id = NEW.creator_id) IS NOT NULL THEN
      SELECT * INTO details FROM payouts WHERE creator_id = NEW.creator_id ORDER BY created_at DESC, id DESC LIMIT 1;
    ELSE
      SELECT shown.* INTO details FROM creator_profiles profile
        LEFT JOIN LATERAL (SELECT replaced, effective_at FROM payout_details_changes
          WHERE creator_id = NEW.creator_id AND cancelled_at IS NULL ORDER BY id DESC LIMIT 1) change ON true
        CROSS JOIN LATERAL (VALUES
          (NEW.created_at < change.effective_at + interval '1 hour', change.replaced),
          ((NEW.created_at < change.effective_at) IS NOT TRUE, '{}'::jsonb)) AS choice (allowed, changes)
        CROSS JOIN LATERAL jsonb_populate_record(profile, choice.changes) AS shown
        WHERE profile.user_id = NEW.creator_id AND choice.allowed
        ORDER BY (coalesce(shown.payment_method, 'pix') IS NOT DISTINCT FROM NEW.payment_method
          AND ${destination("shown")} IS NOT DISTINCT FROM ${destination("NEW")}) DESC LIMIT 1;
    END IF;
    IF NOT FOUND OR NEW.payment_method IS DISTINCT FROM coalesce(details.payment_method, 'pix')
      OR ${destination("NEW")} IS DISTINCT FROM ${destination("details")}
    THEN ${refuse("a payout goes to the details of its creator", "'payouts_destination'")}; END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER payouts_owed BEFORE INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_owed();

${tables
  .map(
    (table) => `
CREATE TRIGGER ${table}_states BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION money_states_guard();
${
  states.some((state) => state.table === table && state.actions)
    ? `CREATE CONSTRAINT TRIGGER ${table}_audited AFTER INSERT OR UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION money_states_audited();`
    : ""
}`,
  )
  .join("")}

-- What the table of states does not say: the payee never changes, and texts change to what an erasure leaves.
CREATE OR REPLACE FUNCTION payouts_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF (OLD.payee_name, OLD.pix_key, OLD.bank_name, OLD.bank_account_number, OLD.card_last4, OLD.card_holder_name,
        OLD.bank_code, OLD.bank_branch, OLD.bank_holder_tax_id)
      IS DISTINCT FROM (NEW.payee_name, NEW.pix_key, NEW.bank_name, NEW.bank_account_number, NEW.card_last4,
        NEW.card_holder_name, NEW.bank_code, NEW.bank_branch, NEW.bank_holder_tax_id)
      AND NOT (NEW.payee_name = '—' AND OLD.status <> 'prepared' AND num_nonnulls(NEW.pix_key, NEW.bank_name,
        NEW.bank_account_number, NEW.card_last4, NEW.card_holder_name, NEW.bank_code, NEW.bank_branch,
        NEW.bank_holder_tax_id) = 0)
    THEN ${refuse("the payee of a payout never changes", "TG_NAME")}; END IF;
    IF OLD.failure IS NOT NULL AND NEW.failure IS DISTINCT FROM OLD.failure AND NEW.failure IS DISTINCT FROM '—'
      OR OLD.return_reason IS NOT NULL AND NEW.return_reason IS DISTINCT FROM OLD.return_reason
        AND NEW.return_reason IS DISTINCT FROM '—'
    THEN ${refuse("how a payout ended never changes", "TG_NAME")}; END IF;
    RETURN NEW;
  END $$;

CREATE OR REPLACE FUNCTION refunds_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF NEW.pix_key IS NOT NULL AND NEW.pix_key IS DISTINCT FROM OLD.pix_key
      AND NOT (OLD.status = 'requested' AND NEW.status = 'requested' AND NEW.channel = 'outside')
    THEN ${refuse("the key of a refund that was sent never changes", "TG_NAME")}; END IF;
    NEW.pix_key_changes := OLD.pix_key_changes
      + CASE WHEN OLD.pix_key IS NOT NULL AND NEW.pix_key <> OLD.pix_key THEN 1 ELSE 0 END;
    RETURN NEW;
  END $$;

-- Of all administrators together: the author of a row is what the application says.
CREATE FUNCTION solo_adjusted_cents(since timestamptz) RETURNS bigint LANGUAGE sql STABLE SET ${path} AS $$
  SELECT coalesce(sum(amount_cents), 0)::bigint FROM ledger_adjustments WHERE request_id IS NULL AND created_at > since $$;
-- locks: adjustments are made one by one
CREATE INDEX ledger_adjustments_solo_idx ON ledger_adjustments (created_at) INCLUDE (amount_cents)
  WHERE request_id IS NULL;
CREATE FUNCTION lock_solo_adjustments() RETURNS void LANGUAGE sql SET ${path} AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('solo adjustments', 0)) $$;
CREATE OR REPLACE FUNCTION adjustments_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.request_id IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM second_person_requests
          WHERE id = NEW.request_id AND kind = 'adjustment' AND status = 'approved'
            AND account_id = NEW.creator_id AND adjustment_kind = NEW.kind AND amount_cents = NEW.amount_cents
            AND requested_by = NEW.created_by AND id = NEW.id) THEN
        PERFORM refuse_without_second_person('notApproved', 'an adjustment');
      END IF;
    ELSIF (SELECT required FROM two_people_settings) THEN
      PERFORM lock_solo_adjustments();
      IF NEW.kind IN ('writeOff', 'repayment') OR NEW.created_by = NEW.creator_id
        OR NEW.amount_cents + solo_adjusted_cents(NEW.created_at - interval '30 days')
          > (SELECT solo_adjustment_cents FROM two_people_settings)
      THEN PERFORM refuse_without_second_person('notApproved', 'an adjustment'); END IF;
    END IF;
    RETURN NEW;
  END $$;

-- Each entry of the audit log has a number and a hash of what it says. What names people is hashed apart, with a salt
-- that an erasure deletes: the rest of the entry stays proved. The address and the browser are kept for six months only.
CREATE SEQUENCE audit_numbers;
ALTER TABLE audit_entries ADD number bigint, ADD made_in xid8, ADD salt uuid, ADD personal text, ADD seal bytea,
  ADD erased_for uuid;

CREATE FUNCTION audit_personal(one audit_entries) RETURNS text LANGUAGE sql IMMUTABLE SET ${path} AS $$
  SELECT encode(sha256(convert_to(ROW(one.salt, one.actor_email, one.target_label, one.reason,
    (SELECT jsonb_object_agg(key, value) FROM jsonb_each(one.before) WHERE key = ANY(${personalFacts})),
    (SELECT jsonb_object_agg(key, value) FROM jsonb_each(one.after) WHERE key = ANY(${personalFacts})))::text,
    'UTF8')), 'hex') $$;
CREATE FUNCTION audit_seal(one audit_entries) RETURNS bytea LANGUAGE sql STABLE SET ${path} SET timezone = 'UTC'
  SET datestyle = 'ISO' AS $$
  SELECT sha256(convert_to(ROW(one.number, one.id, one.created_at, one.actor_id, one.action, one.target_kind,
    one.target_id, one.before - ${personalFacts}, one.after - ${personalFacts}, one.personal)::text, 'UTF8')) $$;
CREATE FUNCTION audit_entries_seal() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    NEW.number := nextval('audit_numbers');
    NEW.made_in := pg_current_xact_id();
    NEW.salt := gen_random_uuid();
    NEW.erased_for := NULL;
    NEW.personal := '';
    NEW.seal := '';
    -- The constraints of the table refuse others.
    IF coalesce(jsonb_typeof(NEW.before), 'object') = 'object' AND coalesce(jsonb_typeof(NEW.after), 'object') = 'object'
    THEN
      NEW.personal := audit_personal(NEW);
      NEW.seal := audit_seal(NEW);
    END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER audit_entries_seal BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_seal();

ALTER TABLE audit_entries DISABLE TRIGGER audit_append_only;
UPDATE audit_entries SET number = ordered.place, salt = gen_random_uuid()
  FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM audit_entries) AS ordered
  WHERE ordered.id = audit_entries.id;
-- locks: administrators' acts, some thousand rows
UPDATE audit_entries SET personal = audit_personal(audit_entries);
-- locks: the same rows
UPDATE audit_entries SET seal = audit_seal(audit_entries);
ALTER TABLE audit_entries ENABLE TRIGGER audit_append_only;
SELECT setval('audit_numbers', coalesce(max(number), 0) + 1, false) FROM audit_entries;
-- The trigger sets them.
-- locks: the same rows
ALTER TABLE audit_entries ALTER number SET DEFAULT 0, ALTER seal SET DEFAULT '', ALTER personal SET DEFAULT '',
  ALTER number SET NOT NULL, ALTER seal SET NOT NULL, ALTER personal SET NOT NULL;
-- locks: the same rows
CREATE INDEX audit_entries_number_idx ON audit_entries (number);
-- locks: the same rows
CREATE INDEX audit_entries_made_in_idx ON audit_entries (made_in) WHERE made_in IS NOT NULL;

CREATE OR REPLACE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF current_setting('audit.change', true) = TG_OP AND TG_OP = 'DELETE' THEN
      IF OLD.created_at < now() - interval '5 years' THEN RETURN OLD; END IF;
    ELSIF current_setting('audit.change', true) = TG_OP AND TG_OP = 'UPDATE' THEN
      IF to_jsonb(NEW) - ARRAY[${namesPeople}] = to_jsonb(OLD) - ARRAY[${namesPeople}] THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'audit_append_only';
  END $$;

-- What an erasure empties is no longer proved, and says for whom it was emptied.
CREATE FUNCTION audit_entries_forget() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    IF (OLD.actor_email, OLD.target_label, OLD.reason, OLD.before, OLD.after)
      IS DISTINCT FROM (NEW.actor_email, NEW.target_label, NEW.reason, NEW.before, NEW.after) THEN
      NEW.salt := NULL;
      NEW.erased_for := coalesce(NEW.erased_for, nullif(current_setting('audit.account', true), '')::uuid);
    END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER audit_entries_forget BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_forget();

-- Entries of the audit log that are not as they were made.
CREATE FUNCTION audit_changed() RETURNS SETOF audit_entries LANGUAGE sql STABLE SECURITY DEFINER SET ${path} AS $$
  SELECT entry.* FROM audit_entries entry
  WHERE entry.seal <> audit_seal(entry) OR CASE WHEN entry.salt IS NOT NULL THEN entry.personal <> audit_personal(entry)
    ELSE NOT EXISTS (SELECT FROM account_erasures WHERE user_id = entry.erased_for AND begun_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM users WHERE id = entry.erased_for AND erased_at IS NOT NULL) END $$;

ALTER TABLE ledger_anchors ADD last_audit bigint, ADD audit_root text;

CREATE FUNCTION audit_root(after_number bigint, last_number bigint) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
  SET ${path} AS $$
  SELECT encode(sha256(coalesce(string_agg(audit_seal(entry), ''::bytea ORDER BY number), ''::bytea)), 'hex')
  FROM audit_entries entry WHERE number > after_number AND number <= last_number $$;

-- As ledger_chain of five, which anchors of before have.
CREATE FUNCTION ledger_chain(before text, day date, last_entry bigint, lines bigint, root text, last_audit bigint,
  audit_root text) RETURNS text LANGUAGE sql IMMUTABLE SET ${path} AS $$
  SELECT encode(sha256(convert_to(concat_ws(' ',
    coalesce(before, '-'), to_char(day, 'YYYY-MM-DD'), last_entry, lines, root, last_audit, audit_root), 'UTF8')), 'hex') $$;

-- In a transaction of its own, after ledger_close_day: whoever waits for one of the two locks holds none of them.
CREATE FUNCTION audit_close_day() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path} SET lock_timeout = '2s'
  AS $$
  BEGIN
    LOCK TABLE audit_entries IN SHARE MODE;
    UPDATE ledger_anchors SET last_audit = greatest((SELECT coalesce(max(number), 0) FROM audit_entries),
        (SELECT coalesce(max(a.last_audit), 0) FROM ledger_anchors a))
      WHERE chain IS NULL AND last_audit IS NULL;
  END $$;

CREATE OR REPLACE FUNCTION ledger_seal_days() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    anchor record;
    before record;
    counted record;
    audits text;
  BEGIN
    FOR anchor IN SELECT * FROM ledger_anchors WHERE ledger_anchors.chain IS NULL ORDER BY day FOR UPDATE LOOP
      SELECT a.last_entry, a.chain, a.last_audit INTO before FROM ledger_anchors a
        WHERE a.day < anchor.day ORDER BY a.day DESC LIMIT 1;
      SELECT * INTO counted FROM ledger_root(coalesce(before.last_entry, -1), anchor.last_entry);
      audits := CASE WHEN anchor.last_audit IS NOT NULL
        THEN audit_root(coalesce(before.last_audit, 0), anchor.last_audit) END;
      UPDATE ledger_anchors SET lines = counted.lines, root = counted.root, audit_root = audits,
          chain = ledger_chain(before.chain, anchor.day, anchor.last_entry, counted.lines, counted.root,
            anchor.last_audit, audits)
        WHERE ledger_anchors.day = anchor.day;
    END LOOP;
  END $$;

-- The first day that differs makes every chain after it differ: only the roots say which days were changed. The audit
-- log is kept for five years: of older days its hash is no longer compared. 'ledger.stored_anchors' has what the file
-- store kept: each of its days must be here as it was.
CREATE OR REPLACE FUNCTION ledger_check_anchors() RETURNS TABLE(day date, last_entry bigint, lines bigint, root text,
    chain text, kept_chain text, is_same boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET ${path} AS $$
  DECLARE
    anchor record;
    before record;
    before_chain text;
    counted record;
    audits text;
    computed text;
  BEGIN
    FOR anchor IN SELECT * FROM ledger_anchors a WHERE a.chain IS NOT NULL ORDER BY a.day LOOP
      SELECT a.day, a.last_entry, a.last_audit, a.chain INTO before FROM ledger_anchors a
        WHERE a.day < anchor.day ORDER BY a.day DESC LIMIT 1;
      SELECT * INTO counted FROM ledger_root(coalesce(before.last_entry, -1), anchor.last_entry);
      audits := CASE WHEN anchor.last_audit IS NULL OR coalesce(before.day, anchor.day) < now() - interval '5 years'
        THEN anchor.audit_root ELSE audit_root(coalesce(before.last_audit, 0), anchor.last_audit) END;
      computed := ledger_chain(before_chain, anchor.day, anchor.last_entry, counted.lines, counted.root,
        anchor.last_audit, audits);
      RETURN QUERY SELECT anchor.day, anchor.last_entry, counted.lines, counted.root, computed, anchor.chain,
        counted.root = anchor.root AND counted.lines = anchor.lines
          AND audits IS NOT DISTINCT FROM anchor.audit_root
          AND anchor.chain = ledger_chain(before.chain, anchor.day, anchor.last_entry, anchor.lines, anchor.root,
            anchor.last_audit, anchor.audit_root);
      before_chain := computed;
    END LOOP;
    RETURN QUERY SELECT kept.parts[1]::date, NULL::bigint, NULL::bigint, NULL::text, NULL::text,
        kept.parts[cardinality(kept.parts)], false
      FROM (SELECT string_to_array(line, ' ') AS parts
        FROM string_to_table(current_setting('ledger.stored_anchors', true), E'\\n') AS line WHERE line <> '') AS kept
      LEFT JOIN ledger_anchors a ON a.day = kept.parts[1]::date
      WHERE a.chain IS DISTINCT FROM kept.parts[cardinality(kept.parts)];
    RETURN QUERY SELECT DISTINCT (entry.created_at AT TIME ZONE 'America/Sao_Paulo')::date, NULL::bigint, NULL::bigint,
      NULL::text, NULL::text, NULL::text, false FROM audit_changed() entry;
  END $$;
`)
    .execute(db);
  // An erasure says for whom it empties entries.
  await sql
    .raw(`
DO $do$
  DECLARE
    body text := pg_get_functiondef('audit_erase_names(uuid, text[])'::regprocedure);
  BEGIN
    EXECUTE replace(body, $$PERFORM set_config('audit.change', 'UPDATE', true);$$,
      $$PERFORM set_config('audit.change', 'UPDATE', true); PERFORM set_config('audit.account', account::text, true);$$);
  END $do$`)
    .execute(db);
}

/** Functions that `up` replaces or drops. */
const replaced =
  "payouts_frozen refunds_frozen adjustments_second_person solo_adjusted_cents audit_refuse_change audit_erase_names ledger_seal_days ledger_check_anchors".split(
    " ",
  );

/** Returns what the released migrations say of a function. */
async function listReleasedFunctions(): Promise<string[]> {
  const statements: string[] = [];
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  for (const released of [base, orders, payouts, ledger, erasedAccounts]) await released.up(recorder);
  const all = statements.join(";\n");
  return replaced.map((name) => {
    const from = all.indexOf(`CREATE FUNCTION ${name}(`);
    const body = all.indexOf("$$", from);
    return all.slice(from, all.indexOf("$$", body + 2) + 2).replace("CREATE", "CREATE OR REPLACE");
  });
}

/** Chains of anchors that have the audit log's hash are made anew without it. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statements: string) => sql.raw(statements).execute(db);
  await run(`
${tables.map((table) => `DROP TRIGGER ${table}_states ON ${table}; ${isAudited(table) ? `DROP TRIGGER ${table}_audited ON ${table};` : ""}`).join("\n")}
DROP TRIGGER refunds_reason_guard ON refunds;
DROP TRIGGER payouts_owed ON payouts;
DROP FUNCTION money_states_guard, money_states_audited, refunds_reason_guard, payouts_owed, money_state, is_administrator,
  is_application;
DROP TABLE money_states;
DROP FUNCTION solo_adjusted_cents(timestamptz), lock_solo_adjustments;
DROP INDEX ledger_adjustments_solo_idx;
DROP TRIGGER audit_entries_seal ON audit_entries;
DROP TRIGGER audit_entries_forget ON audit_entries;
DROP FUNCTION audit_entries_seal, audit_entries_forget, audit_changed, audit_root, audit_close_day,
  ledger_chain(text, date, bigint, bigint, text, bigint, text), audit_seal, audit_personal;
ALTER TABLE audit_entries DROP number, DROP made_in, DROP salt, DROP personal, DROP seal, DROP erased_for;
DROP SEQUENCE audit_numbers;
ALTER TABLE ledger_anchors DROP last_audit, DROP audit_root`);
  for (const statement of await listReleasedFunctions()) await run(statement);
  await run("UPDATE ledger_anchors SET chain = NULL; SELECT ledger_seal_days()");
}
