import { formatBytes } from "~/features/base/files/accepted-files";
import { formatDateTime } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import type { DisputeCase, EvidenceField, EvidenceTexts } from "~/integrations/payments/payments";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { type DisputeFacts, findDisputeFacts } from "./disputes.queries.server";
import {
  emptyProofs,
  evidenceFields,
  evidenceFileFields,
  evidenceMaxBytes,
  parseStoredFiles,
  sumEvidence,
  textProofs,
} from "./evidence";
import { gatherEvidence, withdrawalOf } from "./gather-evidence.server";

const dayMs = 24 * 60 * 60 * 1000;

export async function showDispute(
  { db, payments, clock, log }: Pick<Services, "db" | "payments" | "clock" | "log">,
  disputeId: string,
) {
  const facts = await findDisputeFacts(db, disputeId);
  if (!facts) return undefined;
  const now = clock();
  const [{ texts, unticked }, live] = await Promise.all([
    readTexts(db, facts, now),
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
    daysLeft: dueBy && daysBetween(now, dueBy),
    /** From the dispute's beginning to its deadline. */
    daysInAll: dueBy && daysBetween(facts.created_at, dueBy),
    expired: open && !answered && expired,
    /** Last day to withdraw; undefined afterwards. */
    withdrawUntil: now < withdrawal.ends ? withdrawal.lastDay : undefined,
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
    /** Proofs removed from the answer. */
    unticked,
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

/** A started day counts. */
function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / dayMs));
}

/** Keeps the gathered texts of an unticked proof while unsent, so that a tick restores it. */
async function readTexts(db: Db, facts: DisputeFacts, now: Date) {
  const gather = () => gatherEvidence(db, facts, now);
  if (!facts.texts) return { texts: await gather(), unticked: [] };
  const texts = facts.texts as unknown as EvidenceTexts;
  const unticked = facts.submitted_at || facts.accepted_at ? [] : emptyProofs(texts);
  if (unticked.length === 0) return { texts, unticked };
  const gathered = await gather();
  const fields: readonly EvidenceField[] = unticked.flatMap((proof) => textProofs[proof]);
  return {
    texts: { ...texts, ...Object.fromEntries(fields.map((field) => [field, gathered[field] ?? ""])) },
    unticked,
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
