import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { AuditAction } from "~/features/base/audit/audit-actions";
import { type AdjustmentKind, decideAdjustment, judgeAdjustment } from "~/features/ledger/ledger/adjustment";
import {
  findAdjustedCreator,
  findOwedCents,
  insertAdjustment,
  lockCreator,
} from "~/features/ledger/ledger/adjustments.queries.server";
import { insertEntry } from "~/features/ledger/ledger/ledger.queries.server";
import { requestChange } from "~/features/ledger/second-person/request-change.server";
import {
  lockSoloAdjustments,
  sumSoloAdjustments,
} from "~/features/ledger/second-person/second-person.queries.server";
import { needsSecondPerson } from "~/features/ledger/second-person/solo-adjustment";
import {
  type ApprovedRequest,
  loadTwoPeople,
  type TwoPeopleEnv,
} from "~/features/ledger/second-person/two-people.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";

const actions: Record<AdjustmentKind, AuditAction> = {
  credit: "balanceCredited",
  debit: "balanceDebited",
  writeOff: "debtWrittenOff",
  repayment: "repaymentRecorded",
};

export interface Adjustment {
  /** Made with the form, so that a form sent twice adjusts once. */
  id: string;
  creatorId: string;
  kind: AdjustmentKind;
  /** Cents of BRL, positive. */
  cents: number;
  reason: string;
}

export type AdjustmentRefusal = "accountGone" | NonNullable<ReturnType<typeof judgeAdjustment>>;

/** `waiting`: the balance changes once another administrator has approved the adjustment. */
export type Adjusted =
  | { ok: true; repeated: boolean; waiting?: true }
  | { ok: false; error: "notFound" | AdjustmentRefusal };

type Needs = Pick<Services, "db" | "clock"> & { env: TwoPeopleEnv };

/**
 * Adjusts a creator's balance: one ledger entry, with its reason and author, and a line in the audit log. Where two
 * people are required, an adjustment that one person may not make alone waits for another administrator
 * (`decideRequest`).
 */
export async function adjustBalance(
  { db, clock, env }: Needs,
  adjustment: Adjustment,
  by: Actor,
): Promise<Adjusted> {
  const { id, creatorId, kind, cents, reason } = adjustment;
  return db.transaction().execute(async (trx) => {
    const { required, soloAdjustmentCents: limitCents } = await loadTwoPeople(trx, env);
    if (required) await lockSoloAdjustments(trx);
    const name = await lockCreator(trx, creatorId);
    if (name === undefined) return { ok: false, error: "notFound" } as const;
    const now = clock();
    // First: repeated, the debt that it settled is gone.
    const known = await findAdjustedCreator(trx, id);
    if (known !== undefined && known !== creatorId) return { ok: false, error: "notFound" } as const;
    if (known !== undefined) return { ok: true, repeated: true } as const;
    const error = judgeAdjustment(kind, cents, await findOwedCents(trx, creatorId));
    if (error) return { ok: false, error } as const;
    const soloCents = required ? await sumSoloAdjustments(trx, now) : 0;
    if (
      !required ||
      !needsSecondPerson({ kind, cents, isOwn: creatorId === by.userId }, { soloCents, limitCents })
    ) {
      const posted = await postAdjustment(trx, adjustment, { by: { ...by, at: now } });
      return posted.ok ? { ok: true, repeated: false } : posted;
    }
    const requested = await requestChange(
      trx,
      { act: "adjustBalance", id, accountId: creatorId, adjustment: { kind, cents, reason } },
      {
        target: { kind: "account", id: creatorId, label: name },
        after: { amountCents: kind === "debit" ? -cents : cents },
        reason,
      },
      { ...by, at: now },
    );
    return requested ? ({ ok: true, ...requested } as const) : ({ ok: false, error: "notFound" } as const);
  });
}

/**
 * Posts an adjustment in a transaction, with its audit entry, dated `by.at`. `requested`: the request that `by`
 * approved, whose requester is the author.
 */
export async function postAdjustment(
  trx: Db,
  { id, creatorId, kind, cents, reason }: Adjustment,
  { requested, by }: { requested?: ApprovedRequest; by: Actor },
): Promise<{ ok: true } | { ok: false; error: AdjustmentRefusal }> {
  const name = await lockCreator(trx, creatorId);
  if (name === undefined) return { ok: false, error: "accountGone" };
  const [now, balance] = [by.at, await findOwedCents(trx, creatorId)];
  const error = judgeAdjustment(kind, cents, balance);
  if (error) return { ok: false, error };
  const adminId = requested?.by.userId ?? by.userId;
  const requestId = requested?.requestId;
  await insertAdjustment(trx, { id, creatorId, kind, cents, reason, adminId, requestId, now });
  const entry = decideAdjustment(kind, cents, now);
  await insertEntry(trx, { ...entry, adjustmentId: id, creatorId, currency: "BRL", now });
  await insertAuditEntry(trx, by, {
    action: actions[kind],
    target: { kind: "account", id: creatorId, label: name },
    before: { balanceCents: balance },
    after: {
      balanceCents: await findOwedCents(trx, creatorId),
      amountCents: cents,
      ...(requested && { requestedBy: requested.by.email }),
    },
    reason,
  });
  return { ok: true };
}
