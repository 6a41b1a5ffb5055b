import { cleanFileName } from "~/features/base/files/file-name";
import type { MessageKey } from "~/i18n/message-key";
import type { EvidenceFileField } from "~/integrations/payments/payments";
import { BrokenForm, readMultipart } from "~/platform/forms/multipart.server";
import type { NewFile } from "./attach-evidence.server";
import { detectEvidenceType, evidenceFileFields, evidenceMaxBytes, parseFileField } from "./evidence-files";

export type ReceivedEvidence =
  | { kind: "file"; field: EvidenceFileField; file: NewFile }
  | { kind: "remove"; field: EvidenceFileField }
  | { kind: "problem"; field: EvidenceFileField; error: MessageKey };

/**
 * Reads the form of files into memory, at most `evidenceMaxBytes`: the file of the pressed button's field, or the field
 * whose file is removed.
 */
export async function receiveEvidence(request: Request): Promise<ReceivedEvidence> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let fileName = "";
  let field: EvidenceFileField = evidenceFileFields[0];
  const problem = (error: MessageKey) => ({ kind: "problem", field, error }) as const;
  try {
    const fields = await readMultipart(request, {
      // One byte more shows that a file is too large.
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
