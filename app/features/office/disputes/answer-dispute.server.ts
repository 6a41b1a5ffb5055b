import { insertAuditEntry, nameSale } from "~/features/base/audit/audit.queries.server";
import { cleanFileName } from "~/features/base/files/declared-file";
import type { MessageKey } from "~/i18n/message-key";
import type { EvidenceFileField, EvidenceTexts } from "~/integrations/payments/payments";
import { BrokenForm, readMultipart } from "~/platform/forms/multipart.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { askProvider, attachReceipt, type DisputeResult, type NewFile } from "./attach-evidence.server";
import {
  endAnswer,
  findAnswerFiles,
  findDisputeFacts,
  reopenAnswer,
  stageAnswer,
} from "./disputes.queries.server";
import {
  detectEvidenceType,
  evidenceFileFields,
  evidenceMaxBytes,
  parseFileField,
  parseStoredFiles,
  withEmptyTexts,
} from "./evidence";

type ReceivedEvidence =
  | { kind: "file"; field: EvidenceFileField; file: NewFile }
  | { kind: "remove"; field: EvidenceFileField }
  | { kind: "problem"; field: EvidenceFileField; error: MessageKey };

/** Into memory: the file of the pressed button's field, or the name of the field whose file is removed. */
export async function receiveEvidence(request: Request): Promise<ReceivedEvidence> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let fileName = "";
  let field: EvidenceFileField = evidenceFileFields[0];
  const problem = (error: MessageKey) => ({ kind: "problem", field, error }) as const;
  try {
    const fields = await readMultipart(request, {
      // One more byte shows that a file is too large.
      fileMaxBytes: evidenceMaxBytes + 1,
      maxFiles: 1,
      onFile: async ({ fileName: sent, body }) => {
        fileName = sent;
        for await (const chunk of body as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          chunks.push(chunk);
        }
      },
    });
    const removed = parseFileField(fields.remove);
    if (removed) return { kind: "remove", field: removed };
    field = parseFileField(fields.field) ?? "uncategorized_file";
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    return problem("disputes.fileBroken");
  }
  if (bytes === 0) return problem("disputes.fileMissing");
  if (bytes > evidenceMaxBytes) return problem("disputes.fileTooLarge");
  const content = Buffer.concat(chunks);
  const type = detectEvidenceType(content);
  if (!type) return problem("disputes.fileType");
  return { kind: "file", field, file: { name: cleanFileName(fileName), type, bytes: content } };
}

type Needs = Pick<Services, "db" | "payments" | "log">;
type ReceiptNeeds = Needs & Pick<Services, "clock" | "env" | "pdfWorker">;

interface Answer {
  disputeId: string;
  by: Actor;
  texts: EvidenceTexts;
  /** Attaches the purchase's receipt, unless its field has another file. */
  receipt: boolean;
}

/** Stores texts and receipt here and at the provider; the bank gets nothing yet. */
export async function stageDispute(services: ReceiptNeeds, answer: Answer): Promise<DisputeResult> {
  const { db, payments } = services;
  const { disputeId, by, texts, receipt } = answer;
  const facts = await findDisputeFacts(db, disputeId);
  if (!facts) return { ok: false, error: "notFound" };
  if (!(await stageAnswer(db, { disputeId, texts, by: by.userId, now: by.at })))
    return { ok: false, error: "over" };
  const staged = await askProvider(services, { disputeId, dueBy: facts.due_by, now: by.at }, () =>
    payments.answerDispute(disputeId, { evidence: withEmptyTexts(texts), submit: false }),
  );
  return staged.ok && receipt ? attachReceipt(services, answer) : staged;
}

/** Recorded first, so that a second submission is refused; reverted if the provider refuses. */
export async function submitDispute(services: ReceiptNeeds, answer: Answer): Promise<DisputeResult> {
  const { db, payments } = services;
  const { disputeId, by, texts, receipt } = answer;
  if (!(await findDisputeFacts(db, disputeId))) return { ok: false, error: "notFound" };
  if (!(await stageAnswer(db, { disputeId, texts, by: by.userId, now: by.at })))
    return { ok: false, error: "over" };
  if (receipt) {
    const attached = await attachReceipt(services, answer);
    if (!attached.ok) return attached;
  }
  return end(services, { disputeId, by, as: "submitted" }, async () => {
    // Read once the submission is recorded, when no tab changes them; a field without a file is emptied.
    const stored = parseStoredFiles(await findAnswerFiles(db, disputeId));
    const files = Object.fromEntries(evidenceFileFields.map((field) => [field, stored[field]?.id ?? ""]));
    return payments.answerDispute(disputeId, { evidence: withEmptyTexts(texts), files, submit: true });
  });
}

/** The buyer keeps the money. The provider's event settles the sale. */
export async function acceptDispute(
  services: Needs,
  { disputeId, by }: Pick<Answer, "disputeId" | "by">,
): Promise<DisputeResult> {
  const { db, payments } = services;
  const facts = await findDisputeFacts(db, disputeId);
  if (!facts) return { ok: false, error: "notFound" };
  if (facts.status === "lost" || facts.status === "released") return { ok: false, error: "over" };
  if (!facts.texts) await stageAnswer(db, { disputeId, texts: {}, by: by.userId, now: by.at });
  return end(services, { disputeId, by, as: "accepted" }, () => payments.acceptDispute(disputeId));
}

async function end(
  services: Needs,
  { disputeId, by, as }: { disputeId: string; by: Actor; as: "submitted" | "accepted" },
  send: () => Promise<unknown>,
): Promise<DisputeResult> {
  const { db } = services;
  const recorded = await db.transaction().execute(async (trx) => {
    if (!(await endAnswer(trx, { disputeId, as, by: by.userId, now: by.at }))) return undefined;
    const facts = await findDisputeFacts(trx, disputeId);
    await insertAuditEntry(trx, by, {
      action: as === "submitted" ? "disputeSubmitted" : "disputeAccepted",
      target: await nameSale(trx, facts?.sale_id ?? ""),
      after: { amountCents: facts?.amount_cents ?? null },
    });
    return { dueBy: facts?.due_by ?? null };
  });
  if (!recorded) return { ok: false, error: "over" };
  const result = await askProvider(services, { disputeId, dueBy: recorded.dueBy, now: by.at }, send);
  if (!result.ok) await reopenAnswer(db, disputeId);
  return result;
}
