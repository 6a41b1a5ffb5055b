import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type RequestedChange, setOrRequest } from "~/features/ledger/second-person/request-change.server";
import type { ApprovedRequest, TwoPeopleEnv } from "~/features/ledger/second-person/two-people.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import {
  findSmallestPayout,
  hasSmallestPayout,
  insertSmallestPayout,
  lockSmallestPayout,
} from "./smallest-payout.queries.server";

export interface SmallestPayoutChange {
  /** Made with the form, so that a form sent twice sets the amount once. */
  id: string;
  cents: number;
  reason: string;
}

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/** What the audit log names. */
export const smallestPayoutTarget = { kind: "rule", id: "smallestPayout", label: "Repasse mínimo" } as const;

/**
 * Sets the smallest payout from the next batch on, with an audit entry. Payouts that are prepared keep their amounts.
 * Where two people are required, it waits for another administrator (`decideRequest`).
 */
export async function changeSmallestPayout(
  { db, env }: Needs,
  change: SmallestPayoutChange,
  by: Actor,
): Promise<RequestedChange> {
  const { id, cents, reason } = change;
  return db.transaction().execute(async (trx) => {
    await lockSmallestPayout(trx);
    if (await hasSmallestPayout(trx, id)) return { repeated: true };
    const entry = {
      action: "smallestPayoutRequested",
      target: smallestPayoutTarget,
      after: { amountCents: cents },
      reason,
    } as const;
    const request = { id, accountId: by.userId, smallestPayout: { cents, reason } };
    const set = () => setSmallestPayout(trx, change, { by });
    const changed = await setOrRequest<never>(trx, env, { set, request, entry }, by);
    return changed?.ok ? changed : { repeated: true };
  });
}

/**
 * Sets the smallest payout in a transaction, with its audit entry, dated `by.at`. `requested`: the request that `by`
 * approved, whose requester is the author.
 */
export async function setSmallestPayout(
  trx: Db,
  { id, cents, reason }: SmallestPayoutChange,
  { requested, by }: { requested?: ApprovedRequest; by: Actor },
): Promise<{ ok: true }> {
  await lockSmallestPayout(trx);
  const before = await findSmallestPayout(trx);
  await insertSmallestPayout(trx, {
    id,
    cents,
    reason,
    by: requested?.by.userId ?? by.userId,
    requestId: requested?.requestId,
    now: by.at,
  });
  await insertAuditEntry(trx, by, {
    action: "smallestPayoutChanged",
    target: smallestPayoutTarget,
    before: { amountCents: before },
    after: { amountCents: cents, ...(requested && { requestedBy: requested.by.email }) },
    reason,
  });
  return { ok: true };
}
