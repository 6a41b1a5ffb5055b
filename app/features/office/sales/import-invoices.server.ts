import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { decodeText } from "~/features/base/files/decode-text";
import { openTaxId } from "~/features/money/payees/stored-tax-id.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { findCreatorsByEmail, listSealedTaxIds, upsertInvoices } from "./accounting.queries.server";
import { type BadLine, type InvoiceLine, parseInvoices } from "./invoice-lines";

const linesAtOnce = 500;

const badShown = 200;

export interface InvoicesImported {
  added: number;
  changed: number;
  /** Unchanged. */
  same: number;
  bad: BadLine[];
  badCount: number;
  more: boolean;
}

/**
 * Stores the valid lines of the accountant's file in one transaction; names bad lines and unknown creators. The same
 * file again changes nothing.
 */
export async function importInvoices(
  services: Pick<Services, "db" | "secretBox">,
  { file, by }: { file: Uint8Array; by: Actor },
): Promise<InvoicesImported> {
  const { lines, bad, more } = parseInvoices(decodeText(file));
  const left: BadLine[] = [];
  let [added, changed, known] = [0, 0, 0];
  const byTaxId = await findCreatorsByTaxId(services, lines);
  const seen = new Set<string>();
  await services.db.transaction().execute(async (trx) => {
    for (let from = 0; from < lines.length; from += linesAtOnce) {
      const part = lines.slice(from, from + linesAtOnce);
      const emails = new Set(part.flatMap(({ email }) => email ?? []));
      const creators = await findCreatorsByEmail(trx, [...emails]);
      const invoices = part.flatMap((one: InvoiceLine) => {
        const creatorId = one.email ? creators.get(one.email) : byTaxId.get(one.taxId ?? "");
        const problem = !creatorId
          ? "unknown"
          : creatorId === several
            ? "several"
            : seen.has(`${creatorId} ${one.month}`)
              ? "twice"
              : undefined;
        if (problem) left.push({ line: one.line, problem });
        if (problem || !creatorId) return [];
        seen.add(`${creatorId} ${one.month}`);
        return [{ ...one, creatorId }];
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
  const all = [...bad, ...left].sort((one, other) => one.line - other.line);
  return {
    added,
    changed,
    same: known - added - changed,
    more,
    bad: all.slice(0, badShown),
    badCount: all.length,
  };
}

const several = "several";

/** Reads and compares all numbers, because encryption is randomized. Without its key, one matches nothing. */
async function findCreatorsByTaxId(
  { db, secretBox }: Pick<Services, "db" | "secretBox">,
  lines: readonly InvoiceLine[],
): Promise<Map<string, string>> {
  const wanted = new Set(lines.flatMap(({ taxId }) => taxId ?? []));
  const creators = new Map<string, string>();
  if (wanted.size === 0) return creators;
  let after: string | undefined;
  do {
    const page = await listSealedTaxIds(db, after);
    for (const { user_id, tax_id } of page) {
      const number = tryOpen(secretBox, tax_id);
      if (number && wanted.has(number)) creators.set(number, creators.has(number) ? several : user_id);
    }
    after = page.at(-1)?.user_id;
  } while (after);
  return creators;
}

function tryOpen(secretBox: Services["secretBox"], sealed: Uint8Array | null): string | undefined {
  try {
    return sealed ? openTaxId(secretBox, sealed) : undefined;
  } catch {
    return undefined;
  }
}
