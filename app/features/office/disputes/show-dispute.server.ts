import { formatBytes } from "~/features/base/files/accepted-files";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { formatMoney } from "~/features/base/money/money";
import type { DisputeCase, EvidenceTexts } from "~/integrations/payments/payments";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { findDisputeFacts } from "./disputes.queries.server";
import { evidenceFileFields, evidenceMaxBytes, parseStoredFiles, sumEvidence } from "./evidence-files";
import { evidenceFields } from "./evidence-texts";
import { gatherEvidence, withdrawalOf } from "./gather-evidence.server";

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
    facts.texts ? (facts.texts as unknown as EvidenceTexts) : gatherEvidence(db, facts, now),
    findCase({ payments, log }, disputeId),
  ]);
  const files = parseStoredFiles(facts.files);
  const known = live === "unreachable" ? undefined : live;
  const dueBy = known?.dueBy ?? facts.due_by ?? undefined;
  const open = facts.status === "open" || facts.status === "inquiry";
  const expired = dueBy !== undefined && dueBy <= now;
  const withdrawal = withdrawalOf(facts);
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
    /** Whether the deadline passed without an answer. */
    expired: open && !answered && expired,
    /** The last day on which the buyer may withdraw, while that day is not over. */
    withdrawUntil: now < withdrawal.ends ? withdrawal.lastDay : undefined,
    /** Whether an answer can be staged, submitted or accepted; `unreachable` while the provider is. */
    stage: live === "unreachable" ? live : known?.stage,
    answerable: open && !answered && known?.stage === "needsResponse" && dueBy !== undefined && !expired,
    files: evidenceFileFields.flatMap((field) => {
      const file = files[field];
      return file
        ? [{ field, name: file.name, type: file.type, size: formatBytes(Math.max(file.bytes, 1024)) }]
        : [];
    }),
    filesSize: formatBytes(sumEvidence(files)),
    filesMaxSize: formatBytes(evidenceMaxBytes),
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
