import { type Kysely, sql } from "kysely";

/**
 * The invoice (NFS-e) that the operator issued to a creator for a month's commission. The number comes from the
 * accountant's file, which may correct it. An erased account gets no new one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE commission_invoices (
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  month text NOT NULL CHECK (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 60),
  link text CHECK (link ~ '^https://' AND length(link) <= 500),
  imported_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, imported_at timestamptz(3) NOT NULL,
  PRIMARY KEY (creator_id, month)
);
CREATE TRIGGER commission_invoices_refuse_erased AFTER INSERT OR UPDATE ON commission_invoices FOR EACH ROW
  EXECUTE FUNCTION refuse_erased('creator_id');
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE commission_invoices`.execute(db);
}
