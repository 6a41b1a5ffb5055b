import { type Kysely, sql } from "kysely";

const setGuard = (problem: string) =>
  sql.raw(`
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
      PERFORM refuse_without_second_person(${problem}, 'the approval');
    END IF;
    RETURN NEW;
  END $$`);

/** A request for a second person expires after 30 days. One function says why an administrator may not approve it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
CREATE FUNCTION second_person_request_problem(request second_person_requests, confirmer uuid, at timestamptz)
  RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN request.account_id = confirmer AND request.requested_by <> confirmer THEN 'ownMoney'
    ELSE coalesce(second_person_problem(confirmer, request.requested_by, request.created_at),
      CASE WHEN at > request.created_at + interval '30 days' THEN 'expired' END) END $$`.execute(db);
  await setGuard("second_person_request_problem(NEW, NEW.decided_by, NEW.decided_at)").execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await setGuard(`CASE
        WHEN NEW.account_id = NEW.decided_by AND NEW.requested_by <> NEW.decided_by THEN 'ownMoney'
        ELSE second_person_problem(NEW.decided_by, NEW.requested_by, NEW.created_at) END`).execute(db);
  await sql`DROP FUNCTION second_person_request_problem(second_person_requests, uuid, timestamptz)`.execute(
    db,
  );
}
