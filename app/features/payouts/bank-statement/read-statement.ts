import { decodeText } from "~/features/base/files/decode-text";
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
