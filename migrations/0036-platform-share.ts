import { type Kysely, sql } from "kysely";

/**
 * The platform's share that each sale was made with, in basis points (hundredths of a percent). Every sale so far was made
 * with 15 %. The fee of a sale is its share of the amount, rounded half up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sales ADD platform_share_bp integer NOT NULL DEFAULT 1500
      CONSTRAINT sales_platform_share_bp_check CHECK (platform_share_bp BETWEEN 0 AND 10000)`.execute(db);
  // From now on the product says it for each sale.
  await sql`ALTER TABLE sales ALTER platform_share_bp DROP DEFAULT`.execute(db);
  await sql`
    ALTER TABLE sales ADD CONSTRAINT sales_split_by_share_check
      CHECK (platform_fee_cents = (amount_cents::bigint * platform_share_bp + 5000) / 10000)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sales DROP platform_share_bp`.execute(db);
}
