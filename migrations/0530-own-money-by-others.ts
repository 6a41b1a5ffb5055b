import { type Kysely, sql } from "kysely";

/** `byOthers`: whether administrators who are creators are no second person for what is their own. */
function secondPersons(byOthers: boolean): string {
  const unlessOwn = (own: string, problem: string) =>
    byOthers ? `CASE WHEN ${own} THEN 'ownMoney' ELSE ${problem} END` : problem;
  const settler = "CASE NEW.status WHEN 'returned' THEN NEW.returned_by ELSE NEW.decided_by END";
  return `
CREATE OR REPLACE FUNCTION payouts_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE settler uuid := ${settler};
  BEGIN
    IF (SELECT required FROM two_people_settings) THEN
      PERFORM refuse_without_second_person(${unlessOwn(
        "NEW.creator_id = settler AND created_by <> settler",
        "second_person_problem(settler, created_by, created_at)",
      )}, 'a payout') FROM payout_batches WHERE id = NEW.batch_id;
    END IF;
    RETURN NEW;
  END $$;

CREATE OR REPLACE FUNCTION second_person_requests_guard() RETURNS trigger LANGUAGE plpgsql AS $$
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
      PERFORM refuse_without_second_person(${unlessOwn(
        "NEW.account_id = NEW.decided_by AND NEW.requested_by <> NEW.decided_by",
        "second_person_problem(NEW.decided_by, NEW.requested_by, NEW.created_at)",
      )}, 'the approval');
    END IF;
    RETURN NEW;
  END $$;

CREATE OR REPLACE FUNCTION adjustments_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.request_id IS NOT NULL THEN
      IF NOT EXISTS (SELECT FROM second_person_requests
          WHERE id = NEW.request_id AND kind = 'adjustment' AND status = 'approved'
            AND account_id = NEW.creator_id AND adjustment_kind = NEW.kind AND amount_cents = NEW.amount_cents
            AND requested_by = NEW.created_by AND id = NEW.id) THEN
        PERFORM refuse_without_second_person('notApproved', 'an adjustment');
      END IF;
    ELSIF (SELECT required FROM two_people_settings) AND (NEW.kind IN ('writeOff', 'repayment')${
      byOthers ? " OR NEW.created_by = NEW.creator_id" : ""
    }
        OR NEW.amount_cents + solo_adjusted_cents(NEW.created_by, NEW.created_at - interval '30 days')
          > (SELECT solo_adjustment_cents FROM two_people_settings)) THEN
      PERFORM refuse_without_second_person('notApproved', 'an adjustment');
    END IF;
    RETURN NEW;
  END $$;`;
}

/** Where two people are required, an administrator who is a creator confirms nothing about their own money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(secondPersons(true)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(secondPersons(false)).execute(db);
}
