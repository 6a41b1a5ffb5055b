import type { Actor } from "~/features/base/audit/actor.server";
import { writePayoutCode } from "~/features/money/payees/payout-code.server";
import { txidOf } from "~/features/money/payees/payout-txid";
import { listBatchPayouts, type PayoutRow } from "~/features/money/payouts/batches.queries.server";
import { maxInBatch } from "~/features/money/payouts/prepared-as-seen";
import {
  type PayoutEnd,
  type PayoutNeeds,
  type PayoutSettled,
  settlePayout,
} from "~/features/money/payouts/settle-payout.server";
import type { MessageKey } from "~/i18n/message-key";
import { runWithoutDeadline } from "~/integrations/request-deadline";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { decideReferences } from "./references";

/** Maximum size of the form in bytes: the ids of a full batch, and as many of the longest references. */
export const settleFormMaxBytes = 256 * 1024;

type Chosen =
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

export interface NamedFailure {
  payoutId: string;
  name: string;
  /** `failed`: it could not be recorded, and the others could. */
  error: Extract<PayoutSettled, { ok: false }>["error"] | "failed";
}

export interface SettledTogether {
  /** Settled now, or in just this way before. */
  settled: number;
  failures: NamedFailure[];
}

/**
 * Settles payouts one after another, each in a transaction of its own with its own audit entry and mail: those that are
 * refused or fail change nothing for the others. A repeat changes nothing. Has no deadline, because 500 payouts take
 * longer than a page; if the process ends meanwhile, the rest are still unpaid and the form can be sent again.
 */
export async function settlePayouts(
  needs: PayoutNeeds & Pick<Services, "log">,
  {
    by,
    ends,
  }: {
    by: Actor;
    ends: readonly { payout: Pick<PayoutRow, "id" | "batch_id" | "payee_name">; end: PayoutEnd }[];
  },
): Promise<SettledTogether> {
  return runWithoutDeadline(async () => {
    const done: SettledTogether = { settled: 0, failures: [] };
    for (const { payout, end } of ends) {
      const one = { by, batchId: payout.batch_id, payoutId: payout.id, end };
      const settled = await settlePayout(needs, one).catch((error: unknown) => {
        needs.log.error({ err: error, payoutId: payout.id }, "a payout could not be settled");
        return { ok: false, error: "failed" } as const;
      });
      if (settled.ok) done.settled += 1;
      else done.failures.push({ payoutId: payout.id, name: payout.payee_name, error: settled.error });
    }
    return done;
  });
}
