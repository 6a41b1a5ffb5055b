import { type Kysely, sql } from "kysely";

/** A creator's CPF or CNPJ, encrypted by the application (docs/decisions/0072). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE creator_profiles ADD tax_id bytea CHECK (octet_length(tax_id) BETWEEN 29 AND 100)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE creator_profiles DROP tax_id`.execute(db);
}
