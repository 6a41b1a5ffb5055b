import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { InvoiceLine } from "./invoice-lines";

/** Returns the creators' ids by e-mail in lower case, of those that exist. `emails`: in lower case. */
export async function findCreatorsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    SELECT users.id, users.email FROM users JOIN creator_profiles ON creator_profiles.user_id = users.id
    WHERE lower(users.email) = ANY(${emails}::text[]) AND users.erased_at IS NULL`.execute(db);
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]));
}

/** Numbers read at once. */
const taxIdsPerRead = 1_000;

/** Lists the encrypted CPF and CNPJ of creators whose accounts are not erased, by id, from one on. */
export async function listSealedTaxIds(db: Db, after: string | undefined) {
  return db
    .selectFrom("creator_profiles")
    .innerJoin("users", "users.id", "user_id")
    .select(["user_id", "tax_id"])
    .where("tax_id", "is not", null)
    .where("users.erased_at", "is", null)
    .$if(after !== undefined, (query) => query.where("user_id", ">", after ?? ""))
    .orderBy("user_id")
    .limit(taxIdsPerRead)
    .execute();
}

export type DatedInvoice = Pick<InvoiceLine, "month" | "number" | "link"> & { creatorId: string };

/** Stores invoices; returns how many were new and how many replaced another number or link. */
export async function upsertInvoices(
  db: Db,
  invoices: readonly DatedInvoice[],
  { by, now }: { by: string; now: Date },
): Promise<{ added: number; changed: number }> {
  const { rows } = await sql<{ added: boolean }>`
    INSERT INTO commission_invoices AS known (creator_id, month, number, link, imported_by, imported_at)
    SELECT one.creator_id, one.month, one.number, one.link, ${by}::uuid, ${now}
    FROM unnest(${invoices.map(({ creatorId }) => creatorId)}::uuid[], ${invoices.map(({ month }) => month)}::text[],
      ${invoices.map(({ number }) => number)}::text[], ${invoices.map(({ link }) => link)}::text[])
      AS one (creator_id, month, number, link)
    ON CONFLICT (creator_id, month) DO UPDATE
      SET number = excluded.number, link = excluded.link, imported_by = excluded.imported_by,
        imported_at = excluded.imported_at
      WHERE (known.number, known.link) IS DISTINCT FROM (excluded.number, excluded.link)
    RETURNING xmax = 0 AS added`.execute(db);
  const added = rows.filter((row) => row.added).length;
  return { added, changed: rows.length - added };
}
