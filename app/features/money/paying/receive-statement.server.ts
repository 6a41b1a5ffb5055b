import { decodeText } from "~/features/base/files/decode-text";
import type { MessageKey } from "~/i18n/message-key";
import { BrokenForm, readMultipart } from "~/platform/forms/multipart.server";
import { type BankStatement, identifyLines } from "./bank-line";
import { parseStatementCsv } from "./parse-csv";
import { parseOfx } from "./parse-ofx";

/** Maximum size of a statement's file in bytes: some ten thousand movements. */
export const statementMaxBytes = 4 * 1024 * 1024;

/** Returns the movements of an OFX or CSV file, oldest day first. Returns undefined if it is neither. */
export function readStatement(bytes: Uint8Array): BankStatement | undefined {
  const text = decodeText(bytes);
  const statement = parseOfx(text) ?? parseStatementCsv(text);
  if (!statement) return undefined;
  const lines = identifyLines(statement.lines).sort((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  );
  return { ...statement, lines };
}

export type Received = { ok: true; statement: BankStatement } | { ok: false; error: MessageKey };

export type ReceivedFile = { ok: true; bytes: Buffer } | { ok: false; error: MessageKey };

/** Reads the file of an upload form into memory, at most `statementMaxBytes`. The file is not stored. */
export async function receiveFile(request: Request): Promise<ReceivedFile> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    await readMultipart(request, {
      // One byte more shows that a file is too large.
      fileMaxBytes: statementMaxBytes + 1,
      maxFiles: 1,
      onFile: async ({ field, body }) => {
        if (field !== "file") return;
        for await (const chunk of body as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          chunks.push(chunk);
        }
      },
    });
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    return { ok: false, error: "bankStatement.fileBroken" };
  }
  if (bytes === 0) return { ok: false, error: "bankStatement.fileMissing" };
  if (bytes > statementMaxBytes) return { ok: false, error: "bankStatement.fileTooLarge" };
  return { ok: true, bytes: Buffer.concat(chunks) };
}

/** Reads the statement of an upload form. */
export async function receiveStatement(request: Request): Promise<Received> {
  const received = await receiveFile(request);
  if (!received.ok) return received;
  const statement = readStatement(received.bytes);
  if (!statement) return { ok: false, error: "bankStatement.fileUnknown" };
  if (statement.foreignCurrency !== undefined) return { ok: false, error: "bankStatement.fileForeign" };
  if (statement.isTooLong) return { ok: false, error: "bankStatement.fileTooLong" };
  return { ok: true, statement };
}
