import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** The constraints of a request for a second person (0009-payouts), without and with a coupon of the platform. */
const requestChecks = {
  before: `
ALTER TABLE second_person_requests
  ADD CONSTRAINT second_person_requests_kind_check
    CHECK (kind IN ('grant', 'adjustment', 'fee', 'smallestPayout', 'releaseRule', 'reserve')),
  ADD CONSTRAINT second_person_requests_rule_check CHECK ((rule IS NOT NULL) = (kind IN ('releaseRule', 'reserve'))
    AND (rule IS NULL OR reason IS NOT NULL));`,
  after: `
ALTER TABLE second_person_requests
  ADD CONSTRAINT second_person_requests_kind_check
    CHECK (kind IN ('grant', 'adjustment', 'fee', 'smallestPayout', 'releaseRule', 'reserve', 'coupon')),
  ADD CONSTRAINT second_person_requests_rule_check
    CHECK ((rule IS NOT NULL) = (kind IN ('releaseRule', 'reserve', 'coupon'))
    AND (rule IS NULL OR (reason IS NOT NULL) = (kind <> 'coupon')));`,
};

const drop = `
ALTER TABLE second_person_requests DROP CONSTRAINT second_person_requests_kind_check,
  DROP CONSTRAINT second_person_requests_rule_check;`;

/**
 * Where two people are required, a coupon of the platform gets its terms, and is made valid again, by an approved
 * request alone (docs/decisions/0295-platform-coupons-need-two-people.md). Ending one and counting its uses stay free.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The last request by which the terms were set; null for coupons of creators, and for those that one person set.
-- locks: the table holds a row for each coupon, far fewer than sales
ALTER TABLE coupons ADD request_id uuid REFERENCES second_person_requests ON DELETE RESTRICT;
${drop}
${requestChecks.after}

-- What a request for a second person says about a coupon.
CREATE FUNCTION coupons_terms(one coupons) RETURNS jsonb LANGUAGE sql STABLE SET ${path} AS $$
  SELECT jsonb_build_object('code', one.code, 'percent', one.percent, 'amountCents', one.amount_cents,
    'videoIds', to_jsonb(one.video_ids), 'maxUses', one.max_uses, 'perPerson', one.per_person,
    'firstOnly', one.first_only,
    'startsAt', to_char(one.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(one.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) $$;

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
-- Its columns leave out the count of uses, which every purchase changes.
CREATE TRIGGER coupons_second_person BEFORE INSERT OR UPDATE OF creator_id, code, percent, amount_cents, video_ids,
  starts_at, ends_at, max_uses, per_person, first_only, ended_at, request_id ON coupons FOR EACH ROW
  WHEN (new.creator_id IS NULL) EXECUTE FUNCTION coupons_second_person();
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP TRIGGER coupons_second_person ON coupons;
DROP FUNCTION coupons_second_person();
DROP FUNCTION coupons_terms(coupons);
ALTER TABLE coupons DROP COLUMN request_id;
${drop}
${requestChecks.before}`)
    .execute(db);
}
