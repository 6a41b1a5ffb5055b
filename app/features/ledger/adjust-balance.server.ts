import type { Actor } from "~/features/audit/actor.server";
import { insertAuditEntry } from "~/features/audit/audit.queries.server";
import type { AuditAction } from "~/features/audit/audit-actions";
import type { Services } from "~/platform/services";
import { type AdjustmentKind, decideAdjustment, judgeAdjustment } from "./adjustment";
import {
  findAdjustedCreator,
  findOwedCents,
  insertAdjustment,
  lockCreator,
} from "./adjustments.queries.server";
import { insertEntry } from "./ledger.queries.server";

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

export type Adjusted =
  | { ok: true; repeated: boolean }
  | { ok: false; error: "notFound" | NonNullable<ReturnType<typeof judgeAdjustment>> };

/** Adjusts a creator's balance: one ledger entry, with its reason and author, and a line in the audit log. */
export async function adjustBalance(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id, creatorId, kind, cents, reason }: Adjustment,
  by: Actor,
): Promise<Adjusted> {
  return db.transaction().execute(async (trx) => {
    const name = await lockCreator(trx, creatorId);
    if (name === undefined) return { ok: false, error: "notFound" } as const;
    const now = clock();
    const balance = await findOwedCents(trx, creatorId);
    // First: repeated, the debt that it settled is gone.
    const known = await findAdjustedCreator(trx, id);
    if (known !== undefined && known !== creatorId) return { ok: false, error: "notFound" } as const;
    if (known !== undefined) return { ok: true, repeated: true } as const;
    const error = judgeAdjustment(kind, cents, balance);
    if (error) return { ok: false, error } as const;
    await insertAdjustment(trx, { id, creatorId, kind, cents, reason, adminId: by.userId, now });
    const entry = decideAdjustment(kind, cents, now);
    await insertEntry(trx, { ...entry, adjustmentId: id, creatorId, currency: "BRL", now });
    await insertAuditEntry(trx, by, {
      action: actions[kind],
      target: { kind: "account", id: creatorId, label: name },
      before: { balanceCents: balance },
      after: { balanceCents: await findOwedCents(trx, creatorId), amountCents: cents },
      reason,
    });
    return { ok: true, repeated: false } as const;
  });
}
