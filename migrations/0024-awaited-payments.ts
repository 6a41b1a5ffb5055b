import { type Kysely, sql } from "kysely";

/**
 * What a checkout was opened with and what it waits for. `checkout_title` is the title that the payment page shows;
 * null for a sale from before. `awaiting_code` is the number of a boleto or the text of a Pix code,
 * `awaiting_voucher_url` the provider's page for it. `set_aside_at` is when the buyer chose to pay in another way while
 * the payment could not be ended: it may still arrive.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sales ADD checkout_title text, ADD awaiting_code text, ADD awaiting_voucher_url text,
      ADD set_aside_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sales DROP checkout_title, DROP awaiting_code, DROP awaiting_voucher_url,
      DROP set_aside_at`.execute(db);
}
