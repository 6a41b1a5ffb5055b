import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string, constraint: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = '${constraint}', TABLE = TG_TABLE_NAME`;

/**
 * A creator's guests: invitations to one product by e-mail, each taken once by an account
 * (docs/decisions/0197-links-that-give-access.md). Invitations are never deleted. At most 50 of a product are open, or
 * were ever taken: that many people at most get it for nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- email is null once its retention has ended.
CREATE TABLE guest_invitations (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, product_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
  email text CHECK (length(email) BETWEEN 3 AND 254),
  created_at timestamptz(3) NOT NULL, taken_by uuid REFERENCES users ON DELETE RESTRICT, taken_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT guest_invitations_taken_check CHECK ((taken_by IS NULL) = (taken_at IS NULL))
);
CREATE UNIQUE INDEX guest_invitations_email_idx ON guest_invitations (product_id, lower(email)) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX guest_invitations_person_idx ON guest_invitations (product_id, taken_by) WHERE revoked_at IS NULL;
CREATE INDEX guest_invitations_product_idx ON guest_invitations (product_id, created_at DESC, id DESC);
CREATE INDEX guest_invitations_taken_by_idx ON guest_invitations (taken_by) WHERE taken_by IS NOT NULL;

CREATE FUNCTION invite_guest() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    -- One after the other of a product.
    PERFORM pg_advisory_xact_lock(hashtextextended('guests ' || NEW.product_id, 0));
    IF (SELECT count(*) FROM guest_invitations
        WHERE product_id = NEW.product_id AND (revoked_at IS NULL OR taken_by IS NOT NULL)) >= 50
    THEN ${refuse("a product has at most 50 guests", "guest_invitations_limit")}; END IF;
    NEW.taken_by := NULL;
    NEW.taken_at := NULL;
    NEW.revoked_at := NULL;
    RETURN NEW;
  END $$;
CREATE TRIGGER guest_invitations_invite BEFORE INSERT ON guest_invitations FOR EACH ROW EXECUTE FUNCTION invite_guest();

CREATE FUNCTION guest_invitations_guard() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at
      OR OLD.taken_by IS NOT NULL AND (NEW.taken_by, NEW.taken_at) IS DISTINCT FROM (OLD.taken_by, OLD.taken_at)
      OR NEW.email IS DISTINCT FROM OLD.email AND NEW.email IS NOT NULL
      OR OLD.taken_by IS NULL AND NEW.taken_by IS NOT NULL AND (NEW.revoked_at IS NOT NULL OR EXISTS (
        SELECT FROM videos WHERE id = NEW.product_id AND creator_id = NEW.taken_by))
    THEN ${refuse("an invitation is taken once, revoked once, and never by the creator", "guest_invitations_guard")}; END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER guest_invitations_guard BEFORE UPDATE ON guest_invitations FOR EACH ROW
  EXECUTE FUNCTION guest_invitations_guard();

CREATE FUNCTION refuse_erased_guest() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT erased_at FROM users WHERE id = NEW.taken_by FOR KEY SHARE) IS NOT NULL
    THEN ${refuse("the account is erased", "account_erased")}; END IF;
    RETURN NULL;
  END $$;
CREATE TRIGGER guest_invitations_refuse_erased AFTER UPDATE OF taken_by ON guest_invitations FOR EACH ROW
  WHEN (new.taken_by IS NOT NULL) EXECUTE FUNCTION refuse_erased_guest();

CREATE OR REPLACE VIEW access_claims AS
  SELECT consumer_id AS user_id, video_id AS product_id, 1 AS rank, 'sale'::text AS reason, id AS sale_id,
    NULL::uuid AS source_id, completed_at AS since FROM sales WHERE status = 'completed'
  UNION ALL
  SELECT taken_by, product_id, 3, 'guest', NULL, id, taken_at FROM guest_invitations
    WHERE taken_by IS NOT NULL AND revoked_at IS NULL
  UNION ALL
  SELECT user_id, product_id, 4, 'coupon', NULL, id, created_at FROM free_accesses;

CREATE FUNCTION grant_by_invitation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    PERFORM settle_access(NEW.taken_by, NEW.product_id);
    RETURN NULL;
  END $$;
CREATE TRIGGER guest_invitations_grant AFTER UPDATE OF taken_by, revoked_at ON guest_invitations FOR EACH ROW
  WHEN (new.taken_by IS NOT NULL AND (old.taken_by IS NULL OR old.revoked_at IS DISTINCT FROM new.revoked_at))
  EXECUTE FUNCTION grant_by_invitation();
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE OR REPLACE VIEW access_claims AS
  SELECT consumer_id AS user_id, video_id AS product_id, 1 AS rank, 'sale'::text AS reason, id AS sale_id,
    NULL::uuid AS source_id, completed_at AS since FROM sales WHERE status = 'completed'
  UNION ALL
  SELECT user_id, product_id, 4, 'coupon', NULL, id, created_at FROM free_accesses;
DROP TABLE guest_invitations;
DROP FUNCTION invite_guest(), guest_invitations_guard(), refuse_erased_guest(), grant_by_invitation();
`)
    .execute(db);
}
