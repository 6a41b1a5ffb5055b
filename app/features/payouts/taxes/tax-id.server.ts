import { cnpj, cpf } from "cpf-cnpj-validator";
import type { MessageKey } from "~/i18n/message-key";

/** A CPF or CNPJ without its marks. */
export interface TaxId {
  kind: "cpf" | "cnpj";
  value: string;
}

/**
 * Reads a CPF or CNPJ as people type it and verifies its check digits. A CNPJ may have letters since July 2026. Returns
 * the message of the field for anything else.
 */
export function parseTaxId(typed: string): { ok: true; taxId: TaxId } | { ok: false; error: MessageKey } {
  const value = typed.replace(/[\s./-]/g, "").toUpperCase();
  if (/^\d{11}$/.test(value) && cpf.isValid(value)) return { ok: true, taxId: { kind: "cpf", value } };
  if (/^[0-9A-Z]{12}\d{2}$/.test(value) && cnpj.isValid(value))
    return { ok: true, taxId: { kind: "cnpj", value } };
  return { ok: false, error: "creator.taxIdWrong" };
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
