import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { AuditAction } from "~/features/base/audit/audit-actions";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { type AdjustmentKind, decideAdjustment, judgeAdjustment } from "./adjustment";
import {
  findAdjustedCreator,
  findOwedCents,
  insertAdjustment,
  lockCreator,
} from "./adjustments.queries.server";
import { needsSecondPerson } from "./approvals";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  loadTwoPeople,
  requesterFact,
  type TwoPeopleEnv,
} from "./approvals.server";
import { insertEntry } from "./ledger.queries.server";
import { lockSoloAdjustments, sumSoloAdjustments } from "./second-person.queries.server";

const actions: Record<AdjustmentKind, AuditAction> = {
  credit: "balanceCredited",
  debit: "balanceDebited",
  writeOff: "debtWrittenOff",
  repayment: "repaymentRecorded",
};

interface Adjustment {
  /** A form sent twice adjusts once. */
  id: string;
  creatorId: string;
  kind: AdjustmentKind;
  /** Cents of BRL, positive. */
  cents: number;
  reason: string;
}

export type AdjustmentRefusal = NonNullable<ReturnType<typeof judgeAdjustment>>;

type Needs = Pick<Services, "db" | "clock"> & { env: TwoPeopleEnv };

export async function adjustBalance({ db, clock, env }: Needs, adjustment: Adjustment, by: Actor) {
  const authority = { by: { ...by, at: clock() }, env };
  return db.transaction().execute((trx) => postAdjustment(trx, adjustment, authority));
}

/** Posts one ledger entry, or requests an approval where one is required. */
export async function postAdjustment(
  trx: Db,
  { id, creatorId, kind, cents, reason }: Adjustment,
  authority: Authority,
): Promise<ActResult<AdjustmentRefusal>> {
  const { by, requested } = authority;
  const now = by.at;
  const settings = requested ? undefined : await loadTwoPeople(trx, authority.env);
  if (settings?.required) await lockSoloAdjustments(trx);
  const name = await lockCreator(trx, creatorId);
  if (name === undefined) return { ok: false, error: "notFound" };
  // First: a repeat would find the debt already settled.
  const known = await findAdjustedCreator(trx, id);
  if (known !== undefined) return known === creatorId ? { ok: true, repeated: true } : notFound;
  const balance = await findOwedCents(trx, creatorId);
  const error = judgeAdjustment(kind, cents, balance);
  if (error) return { ok: false, error };
  const target = { kind: "account", id: creatorId, label: name } as const;
  const isOwn = creatorId === by.userId;
  const solo = settings?.required && {
    soloCents: await sumSoloAdjustments(trx, now),
    limitCents: settings.soloAdjustmentCents,
  };
  if (solo && needsSecondPerson({ kind, cents, isOwn }, solo)) {
    const request = {
      kind: "adjustment",
      id,
      accountId: creatorId,
      adjustmentKind: kind,
      cents,
      reason,
    } as const;
    const after = { amountCents: kind === "debit" ? -cents : cents };
    const waiting = await awaitApproval(trx, authority, request, { target, after, reason });
    if (waiting) return waiting;
  }
  const { by: adminId, requestId } = authorOf(authority);
  await insertAdjustment(trx, { id, creatorId, kind, cents, reason, adminId, requestId, now });
  const entry = decideAdjustment(kind, cents, now);
  await insertEntry(trx, { ...entry, adjustmentId: id, creatorId, currency: "BRL", now });
  await insertAuditEntry(trx, by, {
    action: actions[kind],
    target,
    before: { balanceCents: balance },
    after: {
      balanceCents: await findOwedCents(trx, creatorId),
      amountCents: cents,
      ...requesterFact(authority),
    },
    reason,
  });
  return { ok: true, repeated: false };
}

const notFound = { ok: false, error: "notFound" } as const;
