import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { SecondPersonProblem } from "~/features/money/ledger/approvals";
import { refuseConfirmation, type TwoPeopleEnv } from "~/features/money/ledger/approvals.server";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import type { Posting } from "~/features/money/ledger/movement-position";
import { describePayee } from "~/features/money/payees/masked-detail";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { holdCreators } from "./balances.queries.server";
import {
  lockPayout,
  type PayoutRow,
  updateDecidedPayout,
  updateReturnedPayout,
} from "./batches.queries.server";
import { loadPayoutFacts } from "./payout-facts.queries.server";
import { isStopped, listPayoutNotes, mayFollow } from "./payout-notes";

export type PayoutNeeds = Pick<Services, "db" | "clock"> & { env: TwoPeopleEnv };

/** `anyway`: a payee who must not be paid was paid already. */
export type PayoutEnd =
  | { status: "paid"; bankReference: string; anyway?: boolean }
  | { status: "failed"; failure: string };

export type PayoutSettled =
  | { ok: true; repeated: boolean }
  | {
      ok: false;
      error:
        | "notFound"
        | "payeeStopped"
        | SecondPersonProblem
        | "paidBefore"
        | "failedBefore"
        | "returnedBefore";
    };

/**
 * Paid, or failed: then the amount is owed again and goes into the next batch. A payout to an account suspended since
 * is refused unless it was transferred already (`anyway`). A repeat changes nothing; a different outcome is refused.
 * Where two people are required, so is an administrator who may not confirm the batch (`SecondPersonProblem`).
 */
export async function settlePayout(
  { db, clock, env }: PayoutNeeds,
  { by, batchId, payoutId, end }: { by: Actor; batchId: string; payoutId: string; end: PayoutEnd },
): Promise<PayoutSettled> {
  return db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, { batchId, payoutId });
    if (!payout) return { ok: false, error: "notFound" } as const;
    if (!mayFollow(payout.status, end.status)) return judgeRepeat(payout, end);
    const problem = await refuseConfirmation(trx, env, {
      confirmer: by.userId,
      requester: payout.prepared_by,
      requestedAt: payout.prepared_at,
      concerned: payout.creator_id,
    });
    if (problem) return { ok: false, error: problem } as const;
    const now = clock();
    const { status } = end;
    await holdCreators(trx, [payout.creator_id]);
    const facts = (await loadPayoutFacts(trx, [payout])).get(payout.id);
    const stopped = facts !== undefined && isStopped(listPayoutNotes(facts, now));
    if (stopped && status === "paid" && !end.anyway) return { ok: false, error: "payeeStopped" } as const;
    const bankReference = status === "paid" ? end.bankReference : null;
    const failure = status === "failed" ? end.failure : null;
    await updateDecidedPayout(trx, { id: payoutId, status, bankReference, failure, adminId: by.userId, now });
    await postEnd(trx, payout, status, now);
    await postMail(trx, {
      kind: "payoutSettled",
      key: `payoutSettled:${payoutId}`,
      to: { userId: payout.creator_id },
      facts: { payoutId },
    });
    const { label, ...paid } = describePayee(payout);
    await insertAuditEntry(trx, by, {
      action: status === "paid" ? "payoutPaid" : "payoutFailed",
      target: { kind: "payout", id: payoutId, label },
      before: { status: "prepared" },
      after: {
        status,
        amountCents: payout.amount_cents,
        ...paid,
        ...(bankReference !== null && { bankReference }),
        ...(stopped && { suspended: true }),
      },
      ...(failure !== null && { reason: failure }),
    });
    return { ok: true, repeated: false } as const;
  });
}

function judgeRepeat(payout: PayoutRow, end: PayoutEnd): PayoutSettled {
  const same =
    end.status === "paid" ? payout.bank_reference === end.bankReference : payout.failure === end.failure;
  if (payout.status === "returned") return { ok: false, error: "returnedBefore" };
  if (same) return { ok: true, repeated: true };
  return { ok: false, error: payout.status === "paid" ? "paidBefore" : "failedBefore" };
}

async function postEnd(trx: Db, payout: PayoutRow, status: PayoutEnd["status"], now: Date): Promise<void> {
  const cents = payout.amount_cents;
  const to: Posting =
    status === "paid"
      ? { account: "paid_out", cents, availableAt: null }
      : { account: "creator", cents, availableAt: now };
  await insertEntry(trx, {
    reason: "payout",
    payoutId: payout.id,
    creatorId: payout.creator_id,
    currency: "BRL",
    postings: [{ account: "in_transit", cents: -cents, availableAt: null }, to],
    now,
  });
}

type PayoutReturned =
  | { ok: true; repeated: boolean }
  | { ok: false; error: "notFound" | "notPaid" | SecondPersonProblem };

/** The bank returned a paid payout: the amount is owed again at once. Refuses as `settlePayout`. */
export async function returnPayout(
  { db, clock, env }: PayoutNeeds,
  { by, batchId, payoutId, reason }: { by: Actor; batchId: string; payoutId: string; reason: string },
): Promise<PayoutReturned> {
  return db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, { batchId, payoutId });
    if (!payout) return { ok: false, error: "notFound" } as const;
    if (payout.status === "returned") return { ok: true, repeated: true } as const;
    if (!mayFollow(payout.status, "returned")) return { ok: false, error: "notPaid" } as const;
    const problem = await refuseConfirmation(trx, env, {
      confirmer: by.userId,
      requester: payout.prepared_by,
      requestedAt: payout.prepared_at,
      concerned: payout.creator_id,
    });
    if (problem) return { ok: false, error: problem } as const;
    const now = clock();
    const cents = payout.amount_cents;
    await updateReturnedPayout(trx, { id: payoutId, reason, adminId: by.userId, now });
    await insertEntry(trx, {
      reason: "return",
      payoutId,
      creatorId: payout.creator_id,
      currency: "BRL",
      postings: [
        { account: "paid_out", cents: -cents, availableAt: null },
        { account: "creator", cents, availableAt: now },
      ],
      now,
    });
    await postMail(trx, {
      kind: "payoutSettled",
      key: `payoutReturned:${payoutId}`,
      to: { userId: payout.creator_id },
      facts: { payoutId },
    });
    const { label, ...paid } = describePayee(payout);
    await insertAuditEntry(trx, by, {
      action: "payoutReturned",
      target: { kind: "payout", id: payoutId, label },
      before: { status: "paid" },
      after: { status: "returned", amountCents: cents, ...paid },
      reason,
    });
    return { ok: true, repeated: false } as const;
  });
}
