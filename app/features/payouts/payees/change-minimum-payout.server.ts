import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type RequestedChange, setOrRequest } from "~/features/ledger/second-person/request-change.server";
import type { ApprovedRequest, TwoPeopleEnv } from "~/features/ledger/second-person/two-people.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import {
  findMinimumPayout,
  hasMinimumPayout,
  insertMinimumPayout,
  lockMinimumPayout,
} from "./minimum-payout.queries.server";

export interface MinimumPayoutChange {
  /** Made with the form, so that a form sent twice sets the amount once. */
  id: string;
  cents: number;
  reason: string;
}

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/** What the audit log names. */
export const minimumPayoutTarget = { kind: "rule", id: "smallestPayout", label: "Repasse mínimo" } as const;

/**
 * Sets the minimum payout from the next batch on, with an audit entry. Payouts that are prepared keep their amounts.
 * Where two people are required, it waits for another administrator (`decideRequest`).
 */
export async function changeMinimumPayout(
  { db, env }: Needs,
  change: MinimumPayoutChange,
  by: Actor,
): Promise<RequestedChange> {
  const { id, cents, reason } = change;
  return db.transaction().execute(async (trx) => {
    await lockMinimumPayout(trx);
    if (await hasMinimumPayout(trx, id)) return { repeated: true };
    const entry = {
      target: minimumPayoutTarget,
      after: { amountCents: cents },
      reason,
    } as const;
    const request = { id, accountId: by.userId, minimumPayout: { cents, reason } };
    const set = () => setMinimumPayout(trx, change, { by });
    const changed = await setOrRequest<never>(
      trx,
      env,
      { act: "changeMinimumPayout", set, request, entry },
      by,
    );
    if (!changed?.ok) return { repeated: true };
    const { ok: _, ...requested } = changed;
    return requested;
  });
}

/**
 * Sets the minimum payout in a transaction, with its audit entry, dated `by.at`. `requested`: the request that `by`
 * approved, whose requester is the author.
 */
export async function setMinimumPayout(
  trx: Db,
  { id, cents, reason }: MinimumPayoutChange,
  { requested, by }: { requested?: ApprovedRequest; by: Actor },
): Promise<{ ok: true }> {
  await lockMinimumPayout(trx);
  const before = await findMinimumPayout(trx);
  await insertMinimumPayout(trx, {
    id,
    cents,
    reason,
    by: requested?.by.userId ?? by.userId,
    requestId: requested?.requestId,
    now: by.at,
  });
  await insertAuditEntry(trx, by, {
    action: "smallestPayoutChanged",
    target: minimumPayoutTarget,
    before: { amountCents: before },
    after: { amountCents: cents, ...(requested && { requestedBy: requested.by.email }) },
    reason,
  });
  return { ok: true };
}
