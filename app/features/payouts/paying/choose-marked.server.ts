import { maxInBatch } from "~/features/payouts/batches/batch-limits";
import { listBatchPayouts, type PayoutRow } from "~/features/payouts/batches/batches.queries.server";
import type { PayoutEnd } from "~/features/payouts/batches/settle-payout.server";
import { writePayoutCode } from "~/features/payouts/pix-code/payout-code.server";
import { txidOf } from "~/features/payouts/pix-code/payout-txid";
import type { MessageKey } from "~/i18n/message-key";
import type { Db } from "~/platform/db.server";
import { decideReferences } from "./references";

/** Maximum size of the form in bytes: the ids of a full batch, and as many of the longest references. */
export const settleFormMaxBytes = 256 * 1024;

export type Chosen =
  | { ok: true; ends: { payout: PayoutRow; end: PayoutEnd }[] }
  | { ok: false; error: "notFound" }
  | { ok: false; field: "form" | "reference"; error: MessageKey };

/**
 * Decides how the marked payouts of a batch end: paid, each with its reference. `payoutIds`: in the order of the table;
 * `typed`: their references (`decideReferences`). `notFound` where one is not of the batch.
 */
export async function chooseMarked(
  db: Db,
  { batchId, payoutIds, typed }: { batchId: string; payoutIds: readonly string[]; typed: string },
): Promise<Chosen> {
  if (payoutIds.length === 0) return { ok: false, field: "form", error: "paying.nothingMarked" };
  const rows = await listBatchPayouts(db, { batchId, after: undefined, limit: maxInBatch });
  const known = new Map(rows.map((row) => [row.id, row]));
  const payouts: PayoutRow[] = [];
  for (const id of new Set(payoutIds)) {
    const payout = known.get(id);
    if (!payout) return { ok: false, error: "notFound" };
    payouts.push(payout);
  }
  const decided = decideReferences(
    typed,
    // A repeated form finds its payouts settled, when they have no code any more.
    payouts.map((payout) => ({
      id: payout.id,
      txid: writePayoutCode({ ...payout, status: "prepared" }) && txidOf(payout.id),
    })),
  );
  if (!decided.ok) return { ok: false, field: "reference", error: decided.error };
  return {
    ok: true,
    ends: payouts.map((payout) => ({
      payout,
      end: { status: "paid", bankReference: decided.references.get(payout.id) ?? "" },
    })),
  };
}
