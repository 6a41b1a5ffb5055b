import type { EvidenceFileField } from "~/integrations/payments/payments";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { findAnswerFiles } from "./disputes.queries.server";
import { parseFileField, parseStoredFiles, type StoredFile } from "./evidence-files";

type ReadEvidence =
  | { ok: true; field: EvidenceFileField; file: StoredFile; read: () => Promise<Buffer | undefined> }
  | { ok: false };

/** Finds a file of an answer. `read` returns its bytes from the provider, undefined while they cannot be had. */
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
