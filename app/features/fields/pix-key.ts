import { isCnpj, isCpf } from "./check-digits";

/** The kinds of key that the Banco Central's directory (DICT) knows. */
export type PixKeyType = "cpf" | "cnpj" | "email" | "phone" | "random";

export type PixKeyError = "pix.unknown" | "pix.digits" | "pix.cpf" | "pix.cnpj" | "pix.email" | "pix.phone";

export type PixKey = { ok: true; type: PixKeyType; key: string } | { ok: false; error: PixKeyError };

/** The longest key that is taken as typed, in characters, with the dots and spaces people put into it. */
export const pixKeyMaxLength = 200;

/** Longest e-mail address in the directory, in characters. */
const emailMaxLength = 77;
const email =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const random = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Country, one of the 67 area codes (Anatel, Resolução 749/2022), then a mobile number, which begins with 9. */
const phone = /^\+55(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])9[0-9]{8}$/;

/**
 * Reads a Pix key as typed, with the dots, dashes and spaces that people put into it.
 * Returns its type and the form the directory keeps it in: CPF and CNPJ without punctuation (the letters of a new CNPJ
 * in capitals), a phone as +55 and eleven digits, e-mail and random key in lower case. Returns an error for the kind of
 * key that was meant if the key is not valid.
 */
export function parsePixKey(typed: string): PixKey {
  const text = typed.trim();
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

/** With the area code in brackets it can only be a phone, and only a Brazilian one. */
function parsePhone(text: string): PixKey {
  const digits = text.replace(/[\s().-]/g, "");
  const key = digits.startsWith("+") ? digits : `+55${digits}`;
  return phone.test(key) ? { ok: true, type: "phone", key } : { ok: false, error: "pix.phone" };
}

/** Punctuation of a CPF: such a key is never read as a phone. */
const cpfAsWritten = /^[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}$/;

/** A space after the area code or a dash before the last four digits: such a key is never read as a CPF. */
const phoneAsWritten = /^[0-9]{2}\s|-[0-9]{4}$/;

/** Eleven digits that are valid as both are a CPF, unless they are written as a phone. */
function parseElevenDigits(digits: string, typed: string): PixKey {
  if (isCpf(digits) && !phoneAsWritten.test(typed)) return { ok: true, type: "cpf", key: digits };
  const key = `+55${digits}`;
  if (phone.test(key) && !cpfAsWritten.test(typed)) return { ok: true, type: "phone", key };
  return { ok: false, error: phoneAsWritten.test(typed) ? "pix.phone" : "pix.cpf" };
}

/** A phone's key, in JavaScript and in PostgreSQL, and how people write it. */
export const writtenPhone = {
  pattern: "^\\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$",
  parts: ["(", 1, ") ", 2, "-", 3],
} as const;

const writtenForms: Partial<Record<PixKeyType, { pattern: string; parts: readonly (string | number)[] }>> = {
  phone: writtenPhone,
  cpf: { pattern: "^(.{3})(.{3})(.{3})(.{2})$", parts: [1, ".", 2, ".", 3, "-", 4] },
  cnpj: { pattern: "^(.{2})(.{3})(.{3})(.{4})(.{2})$", parts: [1, ".", 2, ".", 3, "/", 4, "-", 5] },
};

/**
 * Writes a key as people and banks' own forms write it, for files that a spreadsheet reads: "(11) 98765-4321",
 * "012.345.678-90". It is text to every spreadsheet, runs nothing, and is read again by `parsePixKey` as the same key.
 */
export function writePixKey({ type, key }: { type: PixKeyType; key: string }): string {
  const form = writtenForms[type];
  const found = form && new RegExp(form.pattern).exec(key);
  if (!found) return key;
  return form.parts.map((part) => (typeof part === "number" ? found[part] : part)).join("");
}
