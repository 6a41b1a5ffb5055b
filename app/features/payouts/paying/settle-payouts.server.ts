import type { Actor } from "~/features/base/audit/actor.server";
import type { PayoutRow } from "~/features/payouts/batches/batches.queries.server";
import {
  type PayoutEnd,
  type PayoutNeeds,
  type PayoutSettled,
  settlePayout,
} from "~/features/payouts/batches/settle-payout.server";
import { runWithoutDeadline } from "~/integrations/request-deadline";
import type { Services } from "~/platform/services";

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
