import { formatDateTime, formatDay } from "~/features/base/form-fields/dates";
import { dayOf } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { withdrawalEnds } from "~/features/ledger/sales/withdrawal-window";
import { listSaleMails } from "~/features/mail/outbox/mails.queries.server";
import { listAccesses } from "~/features/playback/access/accesses.queries.server";
import { pt } from "~/i18n/locales/pt";
import type { DisputeCase, EvidenceTexts } from "~/integrations/payments/payments";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { type DisputeFacts, findDisputeFacts } from "./disputes.queries.server";
import { evidenceFields, writeEvidence } from "./evidence-texts";

const mailsNamed = 50;
const accessesNamed = 60;

/** Returns a position in a video as "31:05". */
function writePosition(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Gathers the texts for the bank from the recorded facts of a purchase. */
async function gatherEvidence(db: Services["db"], facts: DisputeFacts): Promise<EvidenceTexts> {
  const paidAt = facts.paid_at ?? facts.created_at;
  const [mails, accesses] = await Promise.all([
    listSaleMails(db, facts.sale_id, mailsNamed),
    facts.video_id === null
      ? []
      : listAccesses(db, { userId: facts.consumer_id, videoId: facts.video_id, most: accessesNamed }),
  ]);
  const texts: Record<string, unknown> = pt.office;
  return writeEvidence({
    purchaseNumber: facts.purchase_number,
    title: facts.title,
    creator: facts.creator_name ?? "",
    buyerName: facts.buyer_name ?? "",
    buyerEmail: facts.buyer_email,
    amount: formatMoney(facts.sale_cents, facts.currency),
    paidAt: formatDateTime(paidAt),
    paidDay: dayOf(paidAt),
    // The right ends at midnight, so the day before is the last.
    withdrawalEnds: formatDay(new Date(withdrawalEnds(paidAt).getTime() - 1)),
    withdrew: Number(facts.withdrawals ?? 0) > 0,
    termsVersion: facts.terms_version ?? undefined,
    termsAcceptedAt: facts.terms_at ? formatDateTime(facts.terms_at) : undefined,
    watchedTo: facts.watched_seconds === null ? undefined : writePosition(facts.watched_seconds),
    watchedAt: facts.watched_at ? formatDateTime(facts.watched_at) : undefined,
    accesses: accesses.map(({ opened_at, last_at, address, device }) => ({
      openedAt: formatDateTime(opened_at),
      until: formatDateTime(last_at),
      address: address ?? undefined,
      device: device ?? undefined,
    })),
    mails: mails
      .filter(({ status, ended_at }) => status === "sent" && ended_at !== null)
      .map(({ kind, ended_at }) => ({
        subject: String(texts[`mail_${kind}`] ?? pt.office.mail_another),
        sentAt: formatDateTime(ended_at as Date),
      })),
    earlierPurchases: Number(facts.other_purchases ?? 0),
  });
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a dispute with its texts, stored or gathered, and how it can be answered at the provider now. */
export async function showDispute(
  { db, payments, clock, log }: Pick<Services, "db" | "payments" | "clock" | "log">,
  disputeId: string,
) {
  const facts = await findDisputeFacts(db, disputeId);
  if (!facts) return undefined;
  const now = clock();
  const [texts, live] = await Promise.all([
    facts.texts ? (facts.texts as unknown as EvidenceTexts) : gatherEvidence(db, facts),
    findCase({ payments, log }, disputeId),
  ]);
  const known = live === "unreachable" ? undefined : live;
  const dueBy = known?.dueBy ?? facts.due_by ?? undefined;
  const open = facts.status === "open" || facts.status === "inquiry";
  const answered = facts.submitted_at !== null || facts.accepted_at !== null || (known?.submissions ?? 0) > 0;
  return {
    id: facts.id,
    saleId: facts.sale_id,
    status: facts.status,
    reason: facts.reason,
    amount: formatMoney(facts.amount_cents, facts.currency),
    creatorPart: formatMoney(facts.creator_earnings_cents, facts.currency),
    number: facts.purchase_number,
    title: facts.title,
    paidAt: facts.paid_at && formatDateTime(facts.paid_at),
    method: facts.payment_method,
    buyer: { id: facts.consumer_id, name: facts.buyer_name ?? facts.buyer_email },
    otherPurchases: Number(facts.other_purchases ?? 0),
    creator: { id: facts.creator_id, name: facts.creator_name ?? "" },
    dueBy: dueBy && formatDateTime(dueBy),
    daysLeft: dueBy && Math.max(0, Math.ceil((dueBy.getTime() - now.getTime()) / dayMs)),
    /** Whether an answer can be staged, submitted or accepted; `unreachable` while the provider is. */
    stage: live === "unreachable" ? live : known?.stage,
    answerable: open && !answered && known?.stage === "needsResponse" && dueBy !== undefined,
    texts: evidenceFields.map((field) => ({ field, text: texts[field] ?? "" })),
    history: [
      { at: formatDateTime(facts.created_at), what: "opened" as const },
      ...(facts.staged_at ? [{ at: formatDateTime(facts.staged_at), what: "staged" as const }] : []),
      ...(facts.submitted_at ? [{ at: formatDateTime(facts.submitted_at), what: "submitted" as const }] : []),
      ...(facts.accepted_at ? [{ at: formatDateTime(facts.accepted_at), what: "accepted" as const }] : []),
      ...(facts.lost_at ? [{ at: formatDateTime(facts.lost_at), what: "lost" as const }] : []),
      ...(facts.released_at ? [{ at: formatDateTime(facts.released_at), what: "won" as const }] : []),
    ],
  };
}

export type DisputeView = NonNullable<Awaited<ReturnType<typeof showDispute>>>;

async function findCase(
  { payments, log }: Pick<Services, "payments" | "log">,
  disputeId: string,
): Promise<DisputeCase | undefined | "unreachable"> {
  try {
    return await payments.findDisputeCase(disputeId);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ err: error, disputeId }, "the dispute could not be read at the provider");
    return "unreachable";
  }
}
