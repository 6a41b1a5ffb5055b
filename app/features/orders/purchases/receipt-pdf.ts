import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { type Locale, languages } from "~/i18n/languages";

interface ReceiptView {
  title: string;
  facts: readonly (readonly string[])[];
  amounts: readonly (readonly string[])[];
  notes: readonly string[];
}

const pairs = (rows: readonly (readonly string[])[]) =>
  rows.map(([name = "", value = ""]) => [name, value] as const);

/** Returns a receipt's page as a document: the same words and amounts. */
export function describeReceipt(
  receipt: ReceiptView,
  { locale, issuer, pageLabel }: { locale: Locale; issuer: string; pageLabel: string },
): { head: PdfHead; blocks: PdfBlock[] } {
  return {
    head: { title: receipt.title, language: languages[locale].tag, issuer, pageLabel },
    blocks: [
      { kind: "facts", rows: pairs(receipt.facts) },
      { kind: "facts", rows: pairs(receipt.amounts), right: true },
      ...receipt.notes.map((text) => ({ kind: "text", text }) as const),
    ],
  };
}
