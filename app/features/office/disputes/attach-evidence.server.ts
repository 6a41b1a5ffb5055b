import { brandName } from "~/brand";
import { makePdf } from "~/features/base/documents/pdf.server";
import { describeReceipt, showReceipt } from "~/features/orders/purchases/show-receipt.server";
import { serverTexts } from "~/i18n/i18next.server";
import type { EvidenceFileField, EvidenceFileType } from "~/integrations/payments/payments";
import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { companyOf } from "~/platform/company";
import type { Services } from "~/platform/services";
import { findDisputeFacts, stageAnswer, updateFiles } from "./disputes.queries.server";
import { evidenceMaxBytes, parseStoredFiles, sumEvidence } from "./evidence";
import { gatherEvidence } from "./gather-evidence.server";

export interface NewFile {
  name: string;
  type: EvidenceFileType;
  bytes: Buffer;
}

type Needs = Pick<Services, "db" | "payments" | "log">;

interface Change {
  disputeId: string;
  by: { userId: string; at: Date };
  field: EvidenceFileField;
  file: NewFile | undefined;
}

/**
 * Stores or removes a file at the provider and in an answer's draft, made from the records if missing; the bank gets
 * nothing yet.
 */
export async function attachEvidence(services: Needs, change: Change): Promise<DisputeResult> {
  const { db, payments } = services;
  const { disputeId, by, field, file } = change;
  const facts = await findDisputeFacts(db, disputeId);
  if (!facts) return { ok: false, error: "notFound" };
  if (!facts.texts) {
    const texts = await gatherEvidence(db, facts, by.at);
    if (!(await stageAnswer(db, { disputeId, texts, by: by.userId, now: by.at })))
      return { ok: false, error: "over" };
  } else if (facts.submitted_at || facts.accepted_at) return { ok: false, error: "over" };
  if (file && sumEvidence(parseStoredFiles(facts.files), field) + file.bytes.length > evidenceMaxBytes)
    return { ok: false, error: "filesTooLarge" };
  let id = "";
  const target = { disputeId, dueBy: facts.due_by, now: by.at };
  const answered = await askProvider(services, target, async () => {
    if (file) id = await payments.storeEvidenceFile(file);
    await payments.answerDispute(disputeId, { evidence: {}, files: { [field]: id }, submit: false });
  });
  if (!answered.ok) return answered;
  const stored = file && { id, name: file.name, type: file.type, bytes: file.bytes.length };
  if (await updateFiles(db, { disputeId, field, file: stored, maxBytes: evidenceMaxBytes }))
    return { ok: true };
  const now = await findDisputeFacts(db, disputeId);
  if (!now || now.submitted_at || now.accepted_at) return { ok: false, error: "over" };
  // Another tab added a file meanwhile: the provider's draft returns to what is stored here.
  const kept = parseStoredFiles(now.files)[field]?.id ?? "";
  await askProvider(services, target, () =>
    payments.answerDispute(disputeId, { evidence: {}, files: { [field]: kept }, submit: false }),
  );
  return { ok: false, error: "filesTooLarge" };
}

const drawingMs = 20_000;

/** Keeps another file of the draft in the receipt's field. */
export async function attachReceipt(
  services: Needs & Pick<Services, "clock" | "env" | "pdfWorker">,
  { disputeId, by }: Pick<Change, "disputeId" | "by">,
): Promise<DisputeResult> {
  const facts = await findDisputeFacts(services.db, disputeId);
  if (!facts) return { ok: false, error: "notFound" };
  if (parseStoredFiles(facts.files).receipt) return { ok: true };
  const company = companyOf(services.env);
  const receipt = await showReceipt(services, {
    consumerId: facts.consumer_id,
    saleId: facts.sale_id,
    locale: "pt",
    company,
  });
  if (!receipt || receipt === "unpaid") return { ok: true };
  const text = serverTexts.pt;
  const document = describeReceipt(receipt, {
    locale: "pt",
    issuer: company.name ?? brandName,
    pageLabel: text("receipt.page"),
  });
  const parts: Uint8Array[] = [];
  const signal = AbortSignal.timeout(drawingMs);
  for await (const part of makePdf(services.pdfWorker, { ...document, signal })) parts.push(part);
  const name = `${text("receipt.file")}-${receipt.number}.pdf`;
  const file = { name, type: "application/pdf", bytes: Buffer.concat(parts) } as const;
  return attachEvidence(services, { disputeId, by, field: "receipt", file });
}

export type DisputeResult =
  | { ok: true }
  /** `over`: submitted, accepted or decided before. `filesTooLarge`: together. */
  | { ok: false; error: "notFound" | "over" | "filesTooLarge" | ProviderProblem };

/** `unavailable`: unreachable. `late`: refused after the deadline. */
type ProviderProblem = "unavailable" | "refused" | "late" | "tooManyPages";

/** Throws other errors than refusals and outages. */
export async function askProvider(
  { log }: Pick<Services, "log">,
  { disputeId, dueBy, now }: { disputeId: string; dueBy: Date | null; now: Date },
  send: () => Promise<unknown>,
): Promise<{ ok: true } | { ok: false; error: ProviderProblem }> {
  try {
    await send();
    return { ok: true };
  } catch (error) {
    if (error instanceof PaymentsRefused) {
      log.warn({ err: error, disputeId }, "the provider refused an answer to a dispute");
      if (error.reason === "tooManyPages") return { ok: false, error: "tooManyPages" };
      return { ok: false, error: dueBy !== null && dueBy <= now ? "late" : "refused" };
    }
    if (error instanceof PaymentsUnavailable) return { ok: false, error: "unavailable" };
    throw error;
  }
}
