import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/**
 * Who may watch what, and why (docs/decisions/0158-access-is-granted.md). A trigger derives the grant of a sale from
 * the sale's status, so a transaction that settles a sale changes both, also one of the release before. Present sales
 * follow in the next migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE access_grants (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  product_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
  reason text NOT NULL CHECK (reason IN ('sale', 'gift', 'free', 'coupon', 'guest')),
  sale_id uuid CONSTRAINT access_grants_sale_key UNIQUE REFERENCES sales ON DELETE CASCADE,
  granted_at timestamptz(3) NOT NULL, revoked_at timestamptz(3),
  revoke_reason text CHECK (revoke_reason IN ('refunded', 'disputed', 'duplicate', 'replaced', 'withdrawn')),
  CONSTRAINT access_grants_sale_check CHECK ((reason <> 'sale') OR (sale_id IS NOT NULL)),
  CONSTRAINT access_grants_revoked_check CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL))
);

CREATE UNIQUE INDEX access_grants_one_active_idx ON access_grants (user_id, product_id) WHERE revoked_at IS NULL;
CREATE INDEX access_grants_user_idx ON access_grants (user_id, granted_at DESC, id DESC);
CREATE INDEX access_grants_product_idx ON access_grants (product_id) WHERE revoked_at IS NULL;

-- As the owner: the application's role cannot write grants. A payment replaces access that was given without one.
CREATE FUNCTION grant_by_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF NEW.status = 'completed' THEN
      UPDATE access_grants SET revoked_at = now(), revoke_reason = 'replaced'
        WHERE user_id = NEW.consumer_id AND product_id = NEW.video_id AND revoked_at IS NULL
          AND sale_id IS DISTINCT FROM NEW.id;
      INSERT INTO access_grants (user_id, product_id, reason, sale_id, granted_at)
        VALUES (NEW.consumer_id, NEW.video_id, 'sale', NEW.id, NEW.completed_at)
        ON CONFLICT (sale_id) DO UPDATE SET revoked_at = NULL, revoke_reason = NULL;
    ELSE
      UPDATE access_grants SET revoked_at = coalesce(revoked_at, now()),
          revoke_reason = CASE WHEN NEW.status IN ('refunded', 'disputed') THEN NEW.status ELSE 'duplicate' END
        WHERE sale_id = NEW.id;
    END IF;
    RETURN NULL;
  END $$;
CREATE TRIGGER sales_grant_insert AFTER INSERT ON sales FOR EACH ROW WHEN (new.status = 'completed')
  EXECUTE FUNCTION grant_by_sale();
CREATE TRIGGER sales_grant AFTER UPDATE OF status ON sales FOR EACH ROW
  WHEN (old.status <> new.status) EXECUTE FUNCTION grant_by_sale();

CREATE TRIGGER access_grants_refuse_erased AFTER INSERT ON access_grants FOR EACH ROW
  WHEN (new.sale_id IS NULL) EXECUTE FUNCTION refuse_erased('user_id');
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP TRIGGER sales_grant_insert ON sales;
DROP TRIGGER sales_grant ON sales;
DROP FUNCTION grant_by_sale();
DROP TABLE access_grants;
`)
    .execute(db);
}
