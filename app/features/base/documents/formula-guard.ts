import { missing } from "./sheet";

/** The first characters of a formula or command, also as East Asian keyboards write them. */
export const formulaStarts = ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"] as const;

const starts: ReadonlySet<string> = new Set(formulaStarts);

/**
 * Returns a cell's text with an apostrophe before it if a spreadsheet would run it as a formula (OWASP, CSV injection).
 * The dash of a missing value is safe.
 */
export function guardText(text: string): string {
  return text !== missing && starts.has(text.charAt(0)) ? `'${text}` : text;
}
