import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  requesterFact,
  type TwoPeopleEnv,
} from "~/features/money/ledger/approvals.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import {
  findMinimumPayout,
  hasMinimumPayout,
  insertMinimumPayout,
  lockMinimumPayout,
} from "./minimum-payout.queries.server";

interface MinimumPayoutChange {
  /** A form sent twice sets the amount once. */
  id: string;
  cents: number;
  reason: string;
}

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

export const minimumPayoutTarget = { kind: "rule", id: "smallestPayout", label: "Repasse mínimo" } as const;

export async function changeMinimumPayout({ db, env }: Needs, change: MinimumPayoutChange, by: Actor) {
  return db.transaction().execute((trx) => setMinimumPayout(trx, change, { by, env }));
}

/** From the next batch on; prepared payouts keep their amounts. May wait for an approval. */
export async function setMinimumPayout(
  trx: Db,
  { id, cents, reason }: MinimumPayoutChange,
  authority: Authority,
): Promise<ActResult> {
  const { by } = authority;
  await lockMinimumPayout(trx);
  if (await hasMinimumPayout(trx, id)) return { ok: true, repeated: true };
  const after = { amountCents: cents };
  const request = { kind: "smallestPayout", id, accountId: by.userId, cents, reason } as const;
  const entry = { target: minimumPayoutTarget, after, reason };
  const waiting = await awaitApproval(trx, authority, request, entry);
  if (waiting) return waiting;
  const before = await findMinimumPayout(trx);
  await insertMinimumPayout(trx, { id, cents, reason, ...authorOf(authority), now: by.at });
  await insertAuditEntry(trx, by, {
    action: "smallestPayoutChanged",
    target: minimumPayoutTarget,
    before: { amountCents: before },
    after: { ...after, ...requesterFact(authority) },
    reason,
  });
  return { ok: true, repeated: false };
}
