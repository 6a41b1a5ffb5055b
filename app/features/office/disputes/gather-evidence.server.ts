import { hasEntrySince, insertAuditEntry, nameSale } from "~/features/base/audit/audit.queries.server";
import { nameMailKind } from "~/features/base/mail/mail-kinds";
import { listSaleMails } from "~/features/base/mail/mails.queries.server";
import { withdrawalEnds } from "~/features/money/ledger/refund-rules";
import { listAccesses } from "~/features/playback/access/places.queries.server";
import { formatDateTime, formatDay } from "~/i18n/dates";
import { dayOf } from "~/i18n/days";
import { mailNames } from "~/i18n/locales/pt/administration";
import { formatMoney } from "~/i18n/money";
import type { EvidenceFileField, EvidenceTexts } from "~/integrations/payments/payments";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { type DisputeFacts, findAnswerFiles, findDisputedSale } from "./disputes.queries.server";
import { parseFileField, parseStoredFiles, type StoredFile, writeEvidence } from "./evidence";

/** A dispute's page shows its pictures again at each load. */
const recordedAgainAfterMs = 10 * 60_000;

/** Once in ten minutes per administrator and file. */
export async function recordOpenedFile(
  db: Db,
  { disputeId, field, by }: { disputeId: string; field: EvidenceFileField; by: Actor },
): Promise<void> {
  const saleId = await findDisputedSale(db, disputeId);
  const action = "disputeFileOpened";
  const after = { file: field };
  const since = new Date(by.at.getTime() - recordedAgainAfterMs);
  if (await hasEntrySince(db, { action, actorId: by.userId, targetId: saleId, after, since })) return;
  await insertAuditEntry(db, by, { action, target: await nameSale(db, saleId), after });
}

type ReadEvidence =
  | { ok: true; field: EvidenceFileField; file: StoredFile; read: () => Promise<Buffer | undefined> }
  | { ok: false };

/** `read` returns undefined while the provider is unavailable. */
export async function findEvidence(
  { db, payments, log }: Pick<Services, "db" | "payments" | "log">,
  { disputeId, field }: { disputeId: string; field: string | undefined },
): Promise<ReadEvidence> {
  const known = parseFileField(field);
  const file = known && parseStoredFiles(await findAnswerFiles(db, disputeId))[known];
  if (!known || !file) return { ok: false };
  const read = async () => {
    try {
      return await payments.readEvidenceFile(file.id);
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      log.warn({ err: error, disputeId }, "a file of a dispute could not be read at the provider");
      return undefined;
    }
  };
  return { ok: true, field: known, file, read };
}

const mailsNamed = 50;
const accessesNamed = 60;

function writePosition(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** When the right to withdraw ends, and its formatted last day. */
export function withdrawalOf(facts: Pick<DisputeFacts, "paid_at" | "created_at">) {
  const ends = withdrawalEnds(facts.paid_at ?? facts.created_at);
  // It ends at midnight: the day before is the last.
  return { ends, lastDay: formatDay(new Date(ends.getTime() - 1)) };
}

export async function gatherEvidence(db: Db, facts: DisputeFacts, now: Date): Promise<EvidenceTexts> {
  const paidAt = facts.paid_at ?? facts.created_at;
  const withdrawal = withdrawalOf(facts);
  const refundedCents = Number(facts.refunded_cents ?? 0);
  // Another person watches a gift, and nothing before the payment proves delivery.
  const watchedAt =
    !facts.is_gift && facts.watched_at && facts.watched_at >= paidAt ? facts.watched_at : undefined;
  const [mails, accesses] = await Promise.all([
    listSaleMails(db, facts.sale_id, mailsNamed),
    facts.is_gift
      ? []
      : listAccesses(db, {
          userId: facts.consumer_id,
          videoId: facts.video_id,
          since: paidAt,
          limit: accessesNamed,
        }),
  ]);
  return writeEvidence({
    purchaseNumber: facts.purchase_number,
    title: facts.title,
    isCourse: facts.lesson_count !== null,
    creator: facts.creator_name ?? "",
    buyerName: facts.buyer_name ?? "",
    buyerEmail: facts.buyer_email,
    amount: formatMoney(facts.sale_cents, facts.currency),
    paidAt: formatDateTime(paidAt),
    paidDay: dayOf(paidAt),
    grantedAt: facts.access_granted_at ? formatDateTime(facts.access_granted_at) : undefined,
    isGift: facts.is_gift,
    withdrawalEnds: withdrawal.lastDay,
    withdrawalOver: now >= withdrawal.ends,
    refundRequested: Number(facts.refund_count ?? 0) > 0,
    refunded: refundedCents > 0 ? formatMoney(refundedCents, facts.currency) : undefined,
    termsVersion: facts.terms_version ?? undefined,
    termsAcceptedAt: facts.terms_at ? formatDateTime(facts.terms_at) : undefined,
    watchedTo: watchedAt && facts.watched_seconds !== null ? writePosition(facts.watched_seconds) : undefined,
    watchedAt: watchedAt && formatDateTime(watchedAt),
    accesses: accesses.toReversed().map(({ opened_at, last_at, address, device }) => ({
      openedAt: formatDateTime(opened_at),
      until: formatDateTime(last_at),
      address: address ?? undefined,
      device: device ?? undefined,
    })),
    mails: mails
      .filter(
        ({ user_id, kind, status, ended_at }) =>
          // Mails to the creator, and about leaving, prove no purchase.
          user_id === facts.consumer_id &&
          kind !== "leftWithoutPaying" &&
          status === "sent" &&
          ended_at !== null,
      )
      .map(({ kind, address, ended_at }) => ({
        to: address ?? facts.buyer_email,
        subject: mailNames[nameMailKind(kind)],
        sentAt: formatDateTime(ended_at as Date),
      })),
    earlierPurchases: Number(facts.other_purchases ?? 0),
  });
}
