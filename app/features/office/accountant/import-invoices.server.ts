import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { decodeStatement } from "~/features/payouts/bank-statement/read-statement";
import type { Services } from "~/platform/services";
import { type BadLine, type InvoiceLine, parseInvoices } from "./invoice-lines";
import { findCreatorsByEmail, upsertInvoices } from "./invoices.queries.server";

/** Lines that are stored by one statement. */
const linesAtOnce = 500;

/** Bad lines that are named; the rest is counted. */
const badShown = 200;

export interface InvoicesImported {
  added: number;
  changed: number;
  /** Already stored as the file has them. */
  same: number;
  bad: BadLine[];
  badCount: number;
  /** Whether the file had more lines than are read. */
  more: boolean;
}

/**
 * Stores the numbers of the accountant's file, all good lines in one transaction, with an audit entry if something
 * changed. Bad lines and creators that are not known are left out and named. The same file again changes nothing.
 */
export async function importInvoices(
  { db }: Pick<Services, "db">,
  { file, by }: { file: Uint8Array; by: Actor },
): Promise<InvoicesImported> {
  const { lines, bad, more } = parseInvoices(decodeStatement(file));
  const unknown: BadLine[] = [];
  let [added, changed, known] = [0, 0, 0];
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < lines.length; from += linesAtOnce) {
      const part = lines.slice(from, from + linesAtOnce);
      const creators = await findCreatorsByEmail(trx, [...new Set(part.map(({ email }) => email))]);
      const invoices = part.flatMap((one: InvoiceLine) => {
        const creatorId = creators.get(one.email);
        if (!creatorId) unknown.push({ line: one.line, problem: "unknown" });
        return creatorId ? [{ ...one, creatorId }] : [];
      });
      known += invoices.length;
      if (invoices.length === 0) continue;
      const stored = await upsertInvoices(trx, invoices, { by: by.userId, now: by.at });
      added += stored.added;
      changed += stored.changed;
    }
    if (added + changed > 0)
      await insertAuditEntry(trx, by, {
        action: "invoicesImported",
        target: { kind: "file", id: "nfse", label: "NFS-e" },
        after: { invoices: added + changed },
      });
  });
  const all = [...bad, ...unknown].sort((one, other) => one.line - other.line);
  return {
    ...{ added, changed, same: known - added - changed, more },
    ...{ bad: all.slice(0, badShown), badCount: all.length },
  };
}
