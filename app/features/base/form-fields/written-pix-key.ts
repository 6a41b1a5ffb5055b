import type { PixKeyType } from "./pix-key";

const phonePattern = "^\\+55([1-9]{2})(9[0-9]{4})([0-9]{4})$";

/** The pattern works in JavaScript and in PostgreSQL. */
export const writtenPhone = {
  pattern: phonePattern,
  parts: ["(", 1, ") ", 2, "-", 3],
} as const;

const writtenForms: Partial<Record<PixKeyType, { pattern: RegExp; parts: readonly (string | number)[] }>> = {
  phone: { pattern: new RegExp(phonePattern), parts: writtenPhone.parts },
  cpf: { pattern: /^(.{3})(.{3})(.{3})(.{2})$/, parts: [1, ".", 2, ".", 3, "-", 4] },
  cnpj: { pattern: /^(.{2})(.{3})(.{3})(.{4})(.{2})$/, parts: [1, ".", 2, ".", 3, "/", 4, "-", 5] },
};

/**
 * Returns a stored key as screens and spreadsheets of administrators show it: a phone as "(11) 98765-4321", any other
 * key as it is. In a spreadsheet the + of a phone would begin a formula.
 */
export function showPixKey(key: string): string {
  return formatPixKey({ type: "phone", key });
}

/**
 * Formats a key as people write it, for spreadsheets: "(11) 98765-4321", "012.345.678-90". Spreadsheets treat it as
 * text, and `parsePixKey` reads the same key.
 */
export function formatPixKey({ type, key }: { type: PixKeyType; key: string }): string {
  const form = writtenForms[type];
  const found = form?.pattern.exec(key);
  if (!form || !found) return key;
  return form.parts.map((part) => (typeof part === "number" ? found[part] : part)).join("");
}

/** Formats a CPF or CNPJ without punctuation as people write it. */
export function formatTaxNumber(value: string): string {
  return formatPixKey({ type: value.length === 11 ? "cpf" : "cnpj", key: value });
}
