import { type Kysely, sql } from "kysely";

/** A purchase that is still open here, and whose checkout the provider does not know, is a difference, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE reconciliation_differences
      DROP CONSTRAINT reconciliation_differences_what_check,
      ADD CONSTRAINT reconciliation_differences_what_check CHECK (what IN ('unknownSale', 'unknownPayment',
        'otherCheckout', 'otherAmount', 'unknownCheckout', 'missingAtProvider', 'refundNotSent', 'owedToBuyer',
        'ledger'))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM reconciliation_differences WHERE what = 'unknownCheckout'`.execute(db);
  await sql`
    ALTER TABLE reconciliation_differences
      DROP CONSTRAINT reconciliation_differences_what_check,
      ADD CONSTRAINT reconciliation_differences_what_check CHECK (what IN ('unknownSale', 'unknownPayment',
        'otherCheckout', 'otherAmount', 'missingAtProvider', 'refundNotSent', 'owedToBuyer', 'ledger'))`.execute(
    db,
  );
}
