import { type Kysely, sql } from "kysely";

/**
 * Coupons, and which sale was begun with one (docs/decisions/0168-coupons.md). `used` counts the sales that have not
 * failed: it is raised by the conditional update that claims a use, and follows the status of the sale by a trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE coupons (
      id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
      creator_id uuid REFERENCES users ON DELETE RESTRICT,
      code text NOT NULL CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
      percent smallint CHECK (percent BETWEEN 1 AND 100),
      amount_cents integer CHECK (amount_cents > 0),
      video_ids uuid[] DEFAULT '{}' NOT NULL CHECK (cardinality(video_ids) <= 200),
      starts_at timestamptz(3),
      ends_at timestamptz(3),
      max_uses integer CHECK (max_uses > 0),
      per_person integer CHECK (per_person > 0),
      first_only boolean DEFAULT false NOT NULL,
      used integer DEFAULT 0 NOT NULL CHECK (used >= 0),
      created_at timestamptz(3) DEFAULT now() NOT NULL,
      ended_at timestamptz(3),
      CONSTRAINT coupons_discount_check CHECK (num_nonnulls(percent, amount_cents) = 1),
      CONSTRAINT coupons_platform_percent_check CHECK (creator_id IS NOT NULL OR percent IS NULL OR percent <= 15),
      CONSTRAINT coupons_span_check CHECK (starts_at < ends_at)
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX coupons_code_idx ON coupons (creator_id, code) NULLS NOT DISTINCT`.execute(
    db,
  );
  await sql`
    CREATE TABLE sale_coupons (
      sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE,
      coupon_id uuid NOT NULL REFERENCES coupons ON DELETE RESTRICT,
      consumer_id uuid NOT NULL,
      code text NOT NULL,
      list_price_cents integer NOT NULL CHECK (list_price_cents > 0),
      held boolean DEFAULT true NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX sale_coupons_coupon_idx ON sale_coupons (coupon_id, consumer_id)`.execute(db);
  await sql`CREATE INDEX sale_coupons_consumer_idx ON sale_coupons (consumer_id)`.execute(db);
  // A use is given back when the sale fails. A payment that arrives later for a failed sale takes it again, without a
  // limit: it was promised and is paid.
  await sql`
    CREATE FUNCTION sales_keep_coupon() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      coupon uuid;
    BEGIN
      UPDATE sale_coupons SET held = NEW.status <> 'failed'
        WHERE sale_id = NEW.id AND held <> (NEW.status <> 'failed') RETURNING coupon_id INTO coupon;
      IF coupon IS NOT NULL THEN
        UPDATE coupons SET used = used + CASE WHEN NEW.status = 'failed' THEN -1 ELSE 1 END WHERE id = coupon;
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER sales_keep_coupon AFTER UPDATE OF status ON sales FOR EACH ROW
      WHEN ((OLD.status = 'failed') <> (NEW.status = 'failed')) EXECUTE FUNCTION sales_keep_coupon()`.execute(
    db,
  );
  // Since when the price is asked: only a price of 30 days may be struck through. Unknown for videos of the former
  // release.
  await sql`ALTER TABLE videos ADD COLUMN price_since timestamptz(3)`.execute(db);
  await sql`
    CREATE FUNCTION videos_date_price() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.price_since := now(); RETURN NEW; END $$`.execute(db);
  await sql`
    CREATE TRIGGER videos_date_price_update BEFORE UPDATE OF price_cents ON videos FOR EACH ROW
      WHEN (OLD.price_cents <> NEW.price_cents) EXECUTE FUNCTION videos_date_price()`.execute(db);
  await sql`
    CREATE TRIGGER videos_date_price_publish BEFORE UPDATE OF published_at ON videos FOR EACH ROW
      WHEN (OLD.published_at IS NULL AND NEW.published_at IS NOT NULL) EXECUTE FUNCTION videos_date_price()`.execute(
    db,
  );
  await sql`
    CREATE TRIGGER videos_date_price_insert BEFORE INSERT ON videos FOR EACH ROW
      EXECUTE FUNCTION videos_date_price()`.execute(db);
  await sql`
    CREATE TRIGGER coupons_refuse_erased AFTER INSERT ON coupons FOR EACH ROW
      EXECUTE FUNCTION refuse_erased('creator_id')`.execute(db);
  await sql`
    CREATE TRIGGER sale_coupons_frozen BEFORE UPDATE OF sale_id, coupon_id, consumer_id, code, list_price_cents ON sale_coupons
      FOR EACH ROW EXECUTE FUNCTION refuse_frozen()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER sales_keep_coupon ON sales`.execute(db);
  await sql`DROP FUNCTION sales_keep_coupon()`.execute(db);
  await sql`DROP TRIGGER videos_date_price_insert ON videos`.execute(db);
  await sql`DROP TRIGGER videos_date_price_publish ON videos`.execute(db);
  await sql`DROP TRIGGER videos_date_price_update ON videos`.execute(db);
  await sql`DROP FUNCTION videos_date_price()`.execute(db);
  await sql`ALTER TABLE videos DROP COLUMN price_since`.execute(db);
  await sql`DROP TABLE sale_coupons`.execute(db);
  await sql`DROP TABLE coupons`.execute(db);
}
