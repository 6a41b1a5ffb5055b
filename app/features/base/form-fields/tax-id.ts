import { cnpj, cpf } from "cpf-cnpj-validator";
import { plainCode } from "~/ui/forms/plain-code";

/** A CPF or CNPJ without its marks. */
export interface TaxId {
  kind: "cpf" | "cnpj";
  value: string;
}

/** Repeated characters have valid check digits by chance but are never issued. */
const repeatedCharacter = /^(.)\1*$/;

/** Returns whether eleven digits are a CPF (Receita Federal: two check digits, weights 2 to 11). */
export function isCpf(digits: string): boolean {
  return /^[0-9]{11}$/.test(digits) && endsInCheckDigits(digits, cpf.verifierDigit);
}

/**
 * Returns whether fourteen characters are a CNPJ (two check digits, weights 2 to 9). Since July 2026 the first twelve
 * may contain capital letters (Instrução Normativa RFB 2.229/2024).
 */
export function isCnpj(characters: string): boolean {
  return /^[0-9A-Z]{12}[0-9]{2}$/.test(characters) && endsInCheckDigits(characters, cnpj.verifierDigit);
}

function endsInCheckDigits(characters: string, digitAfter: (characters: string) => number): boolean {
  if (repeatedCharacter.test(characters)) return false;
  const body = characters.slice(0, -2);
  const first = digitAfter(body);
  return characters === `${body}${first}${digitAfter(`${body}${first}`)}`;
}

const withoutMarks = (typed: string) =>
  plainCode(typed)
    .replace(/[\s./-]/g, "")
    .toUpperCase();

/** The number of printed examples. Its check digits are valid, but it is nobody's own number. */
const exampleCpf = "12345678909";

/** Parses one's own CPF or CNPJ as people type it. Returns undefined for anything else. */
export function parseTaxId(typed: string): TaxId | undefined {
  const value = withoutMarks(typed);
  if (isCpf(value) && value !== exampleCpf) return { kind: "cpf", value };
  return isCnpj(value) ? { kind: "cnpj", value } : undefined;
}

/** Returns a typed CPF or CNPJ without its marks, such as that of an account holder; undefined for anything else. */
export function readTaxId(typed: string): string | undefined {
  const value = withoutMarks(typed);
  return isCpf(value) || isCnpj(value) ? value : undefined;
}

/**
 * Returns a CPF or CNPJ of a spreadsheet without its marks; undefined for anything else. Spreadsheets drop leading
 * zeros, so they are added again.
 */
export function readPaddedTaxId(typed: string): string | undefined {
  const value = withoutMarks(typed);
  if (!/^[0-9A-Z]{8,14}$/.test(value)) return undefined;
  return [value.padStart(11, "0"), value.padStart(14, "0")].find((padded) => isCpf(padded) || isCnpj(padded));
}

/** Returns a stored number with its marks, for the accountant's file. */
export function formatTaxId(value: string): string {
  return value.length === 11 ? cpf.format(value) : cnpj.format(value);
}

/** Returns a stored number as screens show it: a CPF with its middle six digits, a CNPJ with its first and last two. */
export function maskTaxId(value: string): string {
  const whole = formatTaxId(value);
  return value.length === 11
    ? `CPF ***${whole.slice(3, 11)}-**`
    : `CNPJ ${whole.slice(0, 2)}.***.***/****${whole.slice(-3)}`;
}
