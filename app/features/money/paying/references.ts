import { plainCode } from "~/ui/forms/plain-code";

/** Maximum length of a bank reference, as in the database. */
const referenceMaxLength = 100;

export interface Referenced {
  id: string;
  /** The txid of its Pix code; undefined for a payout without one. */
  txid: string | undefined;
}

export type References =
  /** By the payouts' ids. */
  | { ok: true; references: Map<string, string> }
  | { ok: false; error: "paying.referenceCount" | "paying.referenceMissing" | "paying.referenceTooLong" };

/**
 * Decides the bank references of the payouts that one form confirms. `typed`: nothing (each payout's txid), one line
 * for all of them, or one line for each, in their order.
 */
export function decideReferences(typed: string, payouts: readonly Referenced[]): References {
  const lines = typed
    .split(/\r\n|\r|\n/)
    .map(plainCode)
    .filter((line) => line !== "");
  if (lines.some((line) => line.length > referenceMaxLength))
    return { ok: false, error: "paying.referenceTooLong" };
  if (lines.length > 1 && lines.length !== payouts.length)
    return { ok: false, error: "paying.referenceCount" };
  const references = new Map<string, string>();
  for (const [at, { id, txid }] of payouts.entries()) {
    const reference = (lines.length > 1 ? lines[at] : lines[0]) ?? txid;
    if (reference === undefined) return { ok: false, error: "paying.referenceMissing" };
    references.set(id, reference);
  }
  return { ok: true, references };
}
