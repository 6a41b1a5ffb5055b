import { listAdminIds } from "~/features/base/accounts/accounts.queries.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import { decidePayeeAt, isHeld, isMarked } from "~/features/money/payees/details-hold";
import type { Payee, PayeeProblem } from "~/features/money/payees/payee";
import { formatDateTime } from "~/i18n/dates";
import { dayOf } from "~/i18n/days";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { holdCreators, lockBalances } from "./balances.queries.server";
import { findLastBatchTime, insertBatch, insertPayout, tryLockPreparing } from "./batches.queries.server";
import { draftHour, nextPayoutDay } from "./payout-days";
import { maxInBatch, maySeenBePrepared, type SeenPayouts } from "./payout-form-rules";
import {
  findPayoutDraft,
  findPayoutWeekdays,
  insertPayoutDraft,
  readPayable,
} from "./schedule.queries.server";

interface NextPayout {
  creatorId: string;
  cents: number;
  payee: Payee;
  /** In the last 30 days. */
  changedAt: Date | undefined;
  /** Until then payouts go to the details before the change. */
  heldUntil: Date | undefined;
}

export const maxNamed = 20;

export interface NextBatch {
  payouts: NextPayout[];
  cents: number;
  isFull: boolean;
  /** The first few of `leftOutCount`: enough balance but no valid payout details. */
  leftOut: { creatorId: string; name: string; cents: number; problem: PayeeProblem }[];
  leftOutCount: number;
}

interface BatchChoice {
  /** Default: everyone. */
  creatorIds?: readonly string[] | undefined;
  /** Omits creators whose change of details is held; otherwise they are paid at the former details. */
  skipHeld?: boolean | undefined;
}

/** At most `maxInBatch` payouts. */
export async function loadNextBatch(
  db: Db,
  { creatorIds, skipHeld = false, asOf }: BatchChoice & { asOf: Date },
): Promise<NextBatch> {
  const batch: NextBatch = { payouts: [], cents: 0, isFull: false, leftOut: [], leftOutCount: 0 };
  for await (const payable of readPayable(db, { creatorIds, now: asOf })) {
    const { creator_id: creatorId, cents, saved, change } = payable;
    const decided = decidePayeeAt(saved, change, asOf, { skipHeld });
    if (!decided.ok) {
      batch.leftOutCount += 1;
      if (batch.leftOut.length < maxNamed)
        batch.leftOut.push({ creatorId, name: saved.full_name, cents, problem: decided.problem });
    } else if (batch.payouts.length < maxInBatch) {
      const changedAt = isMarked(change, asOf) ? change.changedAt : undefined;
      const heldUntil = isHeld(change, asOf) ? change.effectiveAt : undefined;
      batch.payouts.push({ creatorId, cents, payee: decided.payee, changedAt, heldUntil });
      batch.cents += cents;
    } else {
      batch.isFull = true;
      break;
    }
  }
  return batch;
}

export type Prepared =
  | { ok: true; batchId: string }
  /** `busy`: another administrator is preparing. `changedMeanwhile`: a batch or movement since. */
  | { ok: false; error: "busy" | "changedMeanwhile" };

/**
 * Prepares a batch exactly as seen, completely or not at all: freezes payee, key and amount of each payout. Of two
 * concurrent administrators, one is refused.
 */
export async function preparePayouts(
  { db, clock }: Pick<Services, "db" | "clock">,
  wish: SeenPayouts & BatchChoice & { by: Actor },
): Promise<Prepared> {
  const { by, creatorIds, skipHeld, asOf } = wish;
  return db.transaction().execute(async (trx) => {
    if (!(await tryLockPreparing(trx))) return { ok: false, error: "busy" } as const;
    const now = clock();
    if (!maySeenBePrepared(wish, { now, lastBatchAt: await findLastBatchTime(trx) }))
      return { ok: false, error: "changedMeanwhile" } as const;
    const seen = await loadNextBatch(trx, { creatorIds, skipHeld, asOf });
    const candidates = seen.payouts.map(({ creatorId }) => creatorId);
    if (candidates.length === 0) return { ok: false, error: "changedMeanwhile" } as const;
    // Locked: nothing is posted to them and no account suspended from here on, so the amounts are final.
    await holdCreators(trx, candidates);
    await lockBalances(trx, candidates);
    const { payouts, cents } = await loadNextBatch(trx, { creatorIds: candidates, skipHeld, asOf });
    if (payouts.length !== wish.count || cents !== wish.cents)
      return { ok: false, error: "changedMeanwhile" } as const;
    const batchId = await insertBatch(trx, { adminId: by.userId, now });
    for (const { creatorId, cents, payee } of payouts) {
      const payoutId = await insertPayout(trx, { batchId, creatorId, cents, payee, now });
      await insertEntry(trx, {
        reason: "payout",
        payoutId,
        creatorId,
        currency: "BRL",
        postings: [
          { account: "creator", cents: -cents, availableAt: now },
          { account: "in_transit", cents, availableAt: null },
        ],
        now,
      });
      await postMail(trx, {
        kind: "payoutPrepared",
        key: `payoutPrepared:${payoutId}`,
        to: { userId: creatorId },
        facts: { payoutId },
      });
    }
    await insertAuditEntry(trx, by, {
      action: "payoutsPrepared",
      target: { kind: "batch", id: batchId, label: formatDateTime(now) },
      after: { payouts: payouts.length, amountCents: cents },
    });
    return { ok: true, batchId } as const;
  });
}

const hourFormat = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  hourCycle: "h23",
  timeZone: "America/Sao_Paulo",
});

/** On the morning of a payout day, once; without payouts, no draft and no mail. */
export async function draftBatch({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock();
  const day = dayOf(now);
  if (Number(hourFormat.format(now)) < draftHour) return;
  if (nextPayoutDay(day, await findPayoutWeekdays(db)) !== day || (await findPayoutDraft(db, day))) return;
  const batch = await loadNextBatch(db, { asOf: now });
  if (batch.payouts.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const draft = { day, payouts: batch.payouts.length, cents: batch.cents };
    if (!(await insertPayoutDraft(trx, { ...draft, now }))) return;
    for (const userId of await listAdminIds(trx))
      await postMail(trx, {
        kind: "payoutDraft",
        key: `payoutDraft:${userId}:${day}`,
        to: { userId },
        facts: { day },
      });
  });
}

export const writePayoutDraft: MailWriter = async (
  { facts },
  { db, now, texts: { text, locale }, urlOf },
) => {
  // A day late, its sums and "today" are wrong.
  if (facts.day !== dayOf(now)) return undefined;
  const draft = await findPayoutDraft(db, String(facts.day));
  if (!draft) return undefined;
  const sum = formatMoney(draft.cents, "BRL", locale);
  const count =
    draft.payouts === 1
      ? text("accountMails.payoutDraft.one")
      : text("accountMails.payoutDraft.many", { count: draft.payouts });
  return {
    locale,
    subject: text("accountMails.payoutDraft.subject", { sum, count }),
    title: text("accountMails.payoutDraft.title"),
    paragraphs: [text("accountMails.payoutDraft.text", { sum, count })],
    button: { label: text("accountMails.payoutDraft.press"), href: urlOf("/admin/payouts/prepare") },
  };
};
