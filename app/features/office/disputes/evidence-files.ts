import { z } from "zod";
import type { EvidenceFileField, EvidenceFileType } from "~/integrations/payments/payments";

export const evidenceFileFields = [
  "receipt",
  "customer_communication",
  "service_documentation",
  "refund_policy",
  "uncategorized_file",
] as const satisfies readonly EvidenceFileField[];

/** For all files of an answer: https://docs.stripe.com/disputes/responding */
export const evidenceMaxBytes = 4.5 * 1024 * 1024;

const fileTypes = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const satisfies readonly EvidenceFileType[];

const storedFile = z.object({
  id: z.string().min(1),
  name: z.string(),
  type: z.enum(fileTypes),
  bytes: z.number(),
});

export type StoredFile = z.output<typeof storedFile>;

type StoredFiles = Partial<Record<EvidenceFileField, StoredFile>>;

/** In bytes, without the file to replace. */
export function sumEvidence(files: StoredFiles, replaced?: EvidenceFileField): number {
  return evidenceFileFields.reduce(
    (sum, field) => sum + (field === replaced ? 0 : (files[field]?.bytes ?? 0)),
    0,
  );
}

/** Throws if a file is malformed. */
export function parseStoredFiles(stored: unknown): StoredFiles {
  return z.partialRecord(z.enum(evidenceFileFields), storedFile).parse(stored ?? {});
}

export function parseFileField(sent: string | undefined): EvidenceFileField | undefined {
  return evidenceFileFields.find((field) => field === sent);
}

const signatures: readonly [EvidenceFileType, readonly number[]][] = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** By the first bytes; undefined if the provider does not accept the type. */
export function detectEvidenceType(bytes: Uint8Array): EvidenceFileType | undefined {
  return signatures.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0];
}
