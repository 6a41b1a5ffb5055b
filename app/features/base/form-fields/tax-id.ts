import { cnpj, cpf } from "cpf-cnpj-validator";
import { plainCode } from "~/ui/forms/plain-code";

/** Without punctuation. */
export interface TaxId {
  kind: "cpf" | "cnpj";
  value: string;
}

/** Repeated characters have valid check digits by chance but are never issued. */
const repeatedCharacter = /^(.)\1*$/;

/** Receita Federal: two check digits, weights 2 to 11. */
export function isCpf(digits: string): boolean {
  return /^[0-9]{11}$/.test(digits) && endsInCheckDigits(digits, cpf.verifierDigit);
}

/** Two check digits, weights 2 to 9. Capital letters since July 2026 (Instrução Normativa RFB 2.229/2024). */
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

/** Printed in examples: valid, but nobody's own. */
const exampleCpf = "12345678909";

/** A person's own number; undefined if invalid. */
export function parseTaxId(typed: string): TaxId | undefined {
  const value = withoutMarks(typed);
  if (isCpf(value) && value !== exampleCpf) return { kind: "cpf", value };
  return isCnpj(value) ? { kind: "cnpj", value } : undefined;
}

/** Without punctuation; undefined if invalid. */
export function readTaxId(typed: string): string | undefined {
  const value = withoutMarks(typed);
  return isCpf(value) || isCnpj(value) ? value : undefined;
}

/** Adds the leading zeros that spreadsheets drop; undefined if invalid. */
export function readPaddedTaxId(typed: string): string | undefined {
  const value = withoutMarks(typed);
  if (!/^[0-9A-Z]{8,14}$/.test(value)) return undefined;
  return [value.padStart(11, "0"), value.padStart(14, "0")].find((padded) => isCpf(padded) || isCnpj(padded));
}

/** With punctuation. */
export function formatTaxId(value: string): string {
  return value.length === 11 ? cpf.format(value) : cnpj.format(value);
}

/** Shows a CPF's middle six digits, a CNPJ's first and last two. */
export function maskTaxId(value: string): string {
  const whole = formatTaxId(value);
  return value.length === 11
    ? `CPF ***${whole.slice(3, 11)}-**`
    : `CNPJ ${whole.slice(0, 2)}.***.***/****${whole.slice(-3)}`;
}
