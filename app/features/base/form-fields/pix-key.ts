import { plainCode } from "~/ui/forms/plain-code";
import { isCnpj, isCpf } from "./tax-id";

/** Of the Banco Central's directory (DICT). */
export type PixKeyType = "cpf" | "cnpj" | "email" | "phone" | "random";

export type PixKeyError = "pix.unknown" | "pix.digits" | "pix.cpf" | "pix.cnpj" | "pix.email" | "pix.phone";

type PixKey = { ok: true; type: PixKeyType; key: string } | { ok: false; error: PixKeyError };

/** In characters, including typed punctuation. */
export const pixKeyMaxLength = 200;

/** In characters (DICT). */
const emailMaxLength = 77;
const email =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const random = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Country code, one of the 67 area codes (Anatel, Resolução 749/2022), then a mobile number, which begins with 9. */
const phone = /^\+55(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])9[0-9]{8}$/;

/**
 * Returns the directory's format: CPF and CNPJ without punctuation (letters in capitals), a phone as +55 and eleven digits,
 * e-mail and random key in lower case. The error is for the apparent type.
 */
export function parsePixKey(typed: string): PixKey {
  const text = plainCode(typed);
  if (text.includes("@")) return parseEmail(text.toLowerCase());
  if (random.test(text.toLowerCase())) return { ok: true, type: "random", key: text.toLowerCase() };
  if (/^[+(]/.test(text)) return parsePhone(text);
  const bare = text.replace(/[\s()./-]/g, "").toUpperCase();
  if (/^55[0-9]{11}$/.test(bare)) return parsePhone(`+${bare}`);
  if (/^[0-9]{11}$/.test(bare)) return parseElevenDigits(bare, text);
  if (/^[0-9A-Z]{12}[0-9]{2}$/.test(bare)) {
    return isCnpj(bare) ? { ok: true, type: "cnpj", key: bare } : { ok: false, error: "pix.cnpj" };
  }
  return { ok: false, error: /^[0-9]+$/.test(bare) ? "pix.digits" : "pix.unknown" };
}

function parseEmail(text: string): PixKey {
  const fits = text.length <= emailMaxLength && email.test(text) && !/^\.|\.\.|\.@/.test(text);
  return fits ? { ok: true, type: "email", key: text } : { ok: false, error: "pix.email" };
}

/** An area code in brackets means a Brazilian phone number. */
function parsePhone(text: string): PixKey {
  const digits = text.replace(/[\s().-]/g, "");
  const key = digits.startsWith("+") ? digits : `+55${digits}`;
  return phone.test(key) ? { ok: true, type: "phone", key } : { ok: false, error: "pix.phone" };
}

/** The punctuation of a CPF: never parsed as a phone number. */
const cpfPunctuation = /^[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}$/;

/** A space after the area code or a dash before the last four digits: never parsed as a CPF. */
const phonePunctuation = /^[0-9]{2}\s|-[0-9]{4}$/;

/** Eleven digits that are valid as both are a CPF, unless written as a phone number. */
function parseElevenDigits(digits: string, typed: string): PixKey {
  if (isCpf(digits) && !phonePunctuation.test(typed)) return { ok: true, type: "cpf", key: digits };
  const key = `+55${digits}`;
  if (phone.test(key) && !cpfPunctuation.test(typed)) return { ok: true, type: "phone", key };
  return { ok: false, error: phonePunctuation.test(typed) ? "pix.phone" : "pix.cpf" };
}

const phonePattern = "^\\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$";

/** Works in JavaScript and in PostgreSQL. */
export const writtenPhone = {
  pattern: phonePattern,
  parts: ["(", 1, ") ", 2, "-", 3],
} as const;

const writtenForms: Partial<Record<PixKeyType, { pattern: RegExp; parts: readonly (string | number)[] }>> = {
  phone: { pattern: new RegExp(phonePattern), parts: writtenPhone.parts },
  cpf: { pattern: /^(.{3})(.{3})(.{3})(.{2})$/, parts: [1, ".", 2, ".", 3, "-", 4] },
  cnpj: { pattern: /^(.{2})(.{3})(.{3})(.{4})(.{2})$/, parts: [1, ".", 2, ".", 3, "/", 4, "-", 5] },
};

/** A phone as "(11) 98765-4321": in a spreadsheet its + would begin a formula. */
export function showPixKey(key: string): string {
  return formatPixKey({ type: "phone", key });
}

/** "(11) 98765-4321", "012.345.678-90": spreadsheets treat it as text, and `parsePixKey` reads it. */
export function formatPixKey({ type, key }: { type: PixKeyType; key: string }): string {
  const form = writtenForms[type];
  const match = form?.pattern.exec(key);
  if (!form || !match) return key;
  return form.parts.map((part) => (typeof part === "number" ? match[part] : part)).join("");
}

/** With punctuation. */
export function formatTaxNumber(value: string): string {
  return formatPixKey({ type: value.length === 11 ? "cpf" : "cnpj", key: value });
}
