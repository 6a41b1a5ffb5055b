import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { InvoiceLine } from "./invoice-lines";

/** Returns the creators' ids by e-mail, of those that exist. */
export async function findCreatorsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    SELECT users.id, users.email FROM users JOIN creator_profiles ON creator_profiles.user_id = users.id
    WHERE users.email = ANY(${emails}::text[]) AND users.erased_at IS NULL`.execute(db);
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]));
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
