import { type Kysely, sql } from "kysely";

/**
 * Numbers of purchases that people can read aloud: "SB-7K3M-92" (app/features/ledger/sales/purchase-number.ts). A
 * sequence, scattered by a multiplication modulo 31^5, so that consecutive sales have different numbers and no number
 * tells how many there are; then modulo 31^6. Each is unique by construction and by its index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE purchase_numbers MINVALUE 0`.execute(db);
  await sql`
    CREATE FUNCTION purchase_number(n bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE
      alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
      width integer := 5;
      space bigint := 28629151;
      rest bigint := n;
      code text := '';
      digit integer;
      total integer := 0;
    BEGIN
      IF rest >= space THEN
        rest := rest - space;
        width := 6;
        space := 887503681;
      END IF;
      IF rest < 0 OR rest >= space THEN RAISE EXCEPTION 'there is no purchase number %', n; END IF;
      rest := (rest * 17694797 + 7654321) % space;
      FOR place IN 1..width LOOP
        digit := rest % 31;
        rest := rest / 31;
        code := code || substr(alphabet, digit + 1, 1);
        total := total + (place + 1) * digit;
      END LOOP;
      code := code || substr(alphabet, total % 31 + 1, 1);
      RETURN 'SB-' || left(code, width - 1) || '-' || right(code, 2);
    END $$`.execute(db);
  await sql`ALTER TABLE sales ADD purchase_number text`.execute(db);
  await sql`ALTER TABLE sales ALTER purchase_number SET DEFAULT purchase_number(nextval('purchase_numbers'))`.execute(
    db,
  );
  await sql`
    UPDATE sales SET purchase_number = purchase_number(nextval('purchase_numbers')) WHERE purchase_number IS NULL`.execute(
    db,
  );
  await sql`
    -- locks: read once, after every row has a number
    ALTER TABLE sales ALTER purchase_number SET NOT NULL`.execute(db);
  await sql`
    -- locks: a few seconds for five million sales; this release cannot run without it
    CREATE UNIQUE INDEX sales_purchase_number_key ON sales (purchase_number)`.execute(db);
  await sql`
    -- locks: a few seconds for five million sales
    CREATE INDEX sales_method_idx ON sales (payment_method, created_at DESC, id DESC)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX sales_method_idx`.execute(db);
  await sql`ALTER TABLE sales DROP COLUMN purchase_number`.execute(db);
  await sql`DROP FUNCTION purchase_number(bigint)`.execute(db);
  await sql`DROP SEQUENCE purchase_numbers`.execute(db);
}
