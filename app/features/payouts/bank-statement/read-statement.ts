import { type BankStatement, identifyLines } from "./bank-line";
import { parseStatementCsv } from "./parse-csv";
import { parseOfx } from "./parse-ofx";

/** Maximum size of a statement's file in bytes: some ten thousand movements. */
export const statementMaxBytes = 4 * 1024 * 1024;

/**
 * Decodes a bank's file. What the header of an OFX file says of its encoding is often wrong, so valid UTF-8 is read as
 * that, UTF-16 by its byte order mark (spreadsheets write it as "Unicode text"), and everything else as Windows-1252.
 */
export function decodeStatement(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns the movements of an OFX or CSV file, oldest day first. Returns undefined if it is neither. */
export function readStatement(bytes: Uint8Array): BankStatement | undefined {
  const text = decodeStatement(bytes);
  const statement = parseOfx(text) ?? parseStatementCsv(text);
  if (!statement) return undefined;
  const lines = identifyLines(statement.lines).sort((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  );
  return { ...statement, lines };
}
