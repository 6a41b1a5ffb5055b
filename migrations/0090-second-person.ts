import { type Kysely, sql } from "kysely";

/**
 * Two persons for payouts, refunds by bank transfer, larger adjustments and new administrators
 * (docs/decisions/0112-second-person.md). The rules apply where `two_people_settings.required` is set, which only the owner of the
 * tables may change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);

  await run(sql`
    CREATE TABLE two_people_settings (
      single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
      required boolean NOT NULL DEFAULT false,
      solo_adjustment_cents bigint NOT NULL DEFAULT 20000 CHECK (solo_adjustment_cents >= 0)
    )`);
  await run(sql`INSERT INTO two_people_settings DEFAULT VALUES`);

  // A grant of the role, or an adjustment, that waits for another administrator.
  await run(sql`
    CREATE TABLE second_person_requests (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (kind IN ('grant', 'adjustment')),
      account_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      adjustment_kind text CHECK (adjustment_kind IN ('credit', 'debit', 'writeOff', 'repayment')),
      amount_cents bigint CHECK (amount_cents > 0),
      reason text CHECK (length(reason) BETWEEN 1 AND 500),
      requested_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      created_at timestamptz(3) NOT NULL,
      status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'declined')),
      decided_by uuid REFERENCES users ON DELETE RESTRICT,
      decided_at timestamptz(3),
      CONSTRAINT second_person_requests_adjustment_check
        CHECK (num_nonnulls(adjustment_kind, amount_cents, reason) = CASE kind WHEN 'adjustment' THEN 3 ELSE 0 END),
      CONSTRAINT second_person_requests_decided_check
        CHECK (num_nonnulls(decided_by, decided_at) = CASE status WHEN 'waiting' THEN 0 ELSE 2 END),
      CONSTRAINT second_person_requests_other_check CHECK (status <> 'approved' OR decided_by <> requested_by)
    )`);
  await run(sql`
    CREATE UNIQUE INDEX second_person_requests_grant_idx ON second_person_requests (account_id)
      WHERE kind = 'grant' AND status = 'waiting'`);
  await run(
    sql`CREATE INDEX second_person_requests_newest_idx ON second_person_requests (created_at DESC, id DESC)`,
  );
  await run(sql`
    CREATE INDEX second_person_requests_waiting_idx ON second_person_requests (created_at) WHERE status = 'waiting'`);

  // From whom each administrator's role came, also of those who have lost it. A trigger of user_roles alone writes it.
  await run(sql`
    CREATE TABLE admin_grants (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id uuid NOT NULL,
      granted_by uuid,
      approved_by uuid,
      granted_at timestamptz(3) NOT NULL,
      vouched_at timestamptz(3)
    )`);
  await run(sql`CREATE INDEX admin_grants_user_idx ON admin_grants (user_id)`);
  await run(sql`
    INSERT INTO admin_grants (user_id, granted_by, granted_at)
    SELECT target.id, author.id, entry.created_at
    FROM audit_entries entry
    JOIN users target ON target.id::text = entry.target_id
    JOIN users author ON author.id = entry.actor_id
    WHERE entry.action = 'adminGranted'`);
  await run(sql`
    INSERT INTO admin_grants (user_id, granted_at)
    SELECT user_id, created_at FROM user_roles
    WHERE role = 'admin' AND NOT EXISTS (SELECT FROM admin_grants WHERE user_id = user_roles.user_id)`);

  await run(sql`ALTER TABLE user_roles ADD granted_by uuid, ADD request_id uuid`);
  await run(sql`ALTER TABLE ledger_adjustments ADD request_id uuid`);
  await run(sql`ALTER TABLE refunds ADD settled_by uuid`);
  await run(sql`
    -- locks: NOT VALID checks no existing row
    ALTER TABLE user_roles ADD CONSTRAINT user_roles_granted_by_fkey
      FOREIGN KEY (granted_by) REFERENCES users ON DELETE RESTRICT NOT VALID`);
  await run(sql`
    -- locks: NOT VALID checks no existing row
    ALTER TABLE user_roles ADD CONSTRAINT user_roles_request_id_fkey
      FOREIGN KEY (request_id) REFERENCES second_person_requests ON DELETE RESTRICT NOT VALID`);
  await run(sql`
    -- locks: NOT VALID checks no existing row
    ALTER TABLE ledger_adjustments ADD CONSTRAINT ledger_adjustments_request_id_fkey
      FOREIGN KEY (request_id) REFERENCES second_person_requests ON DELETE RESTRICT NOT VALID`);
  await run(sql`
    -- locks: NOT VALID checks no existing row
    ALTER TABLE refunds ADD CONSTRAINT refunds_settled_by_fkey
      FOREIGN KEY (settled_by) REFERENCES users ON DELETE RESTRICT NOT VALID`);

  // Returns why an administrator may not confirm what another requested at a time, or NULL.
  await run(sql`
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
      END
    $$`);

  await run(sql`
    CREATE FUNCTION refuse_without_second_person(problem text, what text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF problem IS NOT NULL THEN
        RAISE EXCEPTION '% needs a second person: %', what, problem
          USING ERRCODE = 'restrict_violation', CONSTRAINT = 'second_person';
      END IF;
    END $$`);

  await run(sql`
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
        PERFORM refuse_without_second_person(
          second_person_problem(NEW.decided_by, NEW.requested_by, NEW.created_at), 'the approval');
      END IF;
      RETURN NEW;
    END $$`);
  await run(sql`
    CREATE TRIGGER second_person_requests_guard BEFORE INSERT OR UPDATE ON second_person_requests
      FOR EACH ROW EXECUTE FUNCTION second_person_requests_guard()`);

  // Alone, an administrator may grant the role only while there is no other one who could approve it.
  await run(sql`
    CREATE FUNCTION admin_grants_guard() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
    END $$`);
  await run(sql`
    CREATE TRIGGER admin_grants_guard AFTER INSERT ON user_roles
      FOR EACH ROW WHEN (NEW.role = 'admin') EXECUTE FUNCTION admin_grants_guard()`);

  await run(sql`
    CREATE FUNCTION payouts_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT required FROM two_people_settings) THEN
        PERFORM refuse_without_second_person(second_person_problem(
          CASE NEW.status WHEN 'returned' THEN NEW.returned_by ELSE NEW.decided_by END, created_by, created_at),
          'a payout') FROM payout_batches WHERE id = NEW.batch_id;
      END IF;
      RETURN NEW;
    END $$`);
  await run(sql`
    CREATE TRIGGER payouts_second_person BEFORE UPDATE ON payouts
      FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION payouts_second_person()`);

  // What a buyer or the system requested needs one administrator; what an administrator requested, another one.
  await run(sql`
    CREATE FUNCTION refunds_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE person uuid := NEW.settled_by;
    BEGIN
      -- Of 0105.
      IF NEW.status = 'returned' THEN person := NEW.returned_by; END IF;
      IF (SELECT required FROM two_people_settings) THEN
        PERFORM refuse_without_second_person(CASE
          WHEN person IS NULL THEN 'notAdmin'
          WHEN NEW.reason = 'admin' THEN second_person_problem(person, NEW.requested_by, NEW.created_at)
          WHEN person = NEW.requested_by THEN 'samePerson'
        END, 'a refund by bank transfer');
      END IF;
      RETURN NEW;
    END $$`);
  await run(sql`
    CREATE TRIGGER refunds_second_person BEFORE UPDATE ON refunds
      FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.channel = 'outside')
      EXECUTE FUNCTION refunds_second_person()`);

  await run(sql`
    CREATE FUNCTION solo_adjusted_cents(administrator uuid, since timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
      SELECT coalesce(sum(amount_cents), 0)::bigint FROM ledger_adjustments
      WHERE created_by = administrator AND request_id IS NULL AND created_at > since
    $$`);
  await run(sql`
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
          OR NEW.amount_cents + solo_adjusted_cents(NEW.created_by, NEW.created_at - interval '30 days')
            > (SELECT solo_adjustment_cents FROM two_people_settings)) THEN
        PERFORM refuse_without_second_person('notApproved', 'an adjustment');
      END IF;
      RETURN NEW;
    END $$`);
  await run(sql`
    CREATE TRIGGER adjustments_second_person BEFORE INSERT ON ledger_adjustments
      FOR EACH ROW EXECUTE FUNCTION adjustments_second_person()`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await run(
    sql`DROP FUNCTION adjustments_second_person, refunds_second_person, payouts_second_person CASCADE`,
  );
  await run(sql`DROP FUNCTION admin_grants_guard, second_person_requests_guard CASCADE`);
  await run(sql`DROP FUNCTION solo_adjusted_cents, refuse_without_second_person, second_person_problem`);
  await run(sql`ALTER TABLE refunds DROP settled_by`);
  await run(sql`ALTER TABLE ledger_adjustments DROP request_id`);
  await run(sql`ALTER TABLE user_roles DROP granted_by, DROP request_id`);
  await run(sql`DROP TABLE admin_grants, second_person_requests, two_people_settings`);
}
