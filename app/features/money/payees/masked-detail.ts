import { erasedName } from "~/features/base/form-fields/erased-name";
import { formatPixKey, type PixKeyType, parsePixKey } from "~/features/base/form-fields/pix-key";
import { parsePayoutMethod } from "~/features/base/money/payout-method";
import type { Payee, StoredDetails } from "./payee";

/**
 * Masks a payment detail as cards are masked: four stars, then the last four characters; a detail of four or fewer is
 * stars alone. Of an e-mail, the first letter and the host are shown.
 */
export function maskDetail(detail: string): string {
  const [, first, host] = /^(.)[^@]*@([^@]+)$/u.exec(detail) ?? [];
  if (first && host) return `${first}****@${host}`;
  return `**** ${detail.length > 8 ? detail.slice(-4) : ""}`.trim();
}

type Destination = Pick<
  Payee,
  "payment_method" | "pix_key" | "bank_name" | "bank_account_number" | "card_last4"
>;

/** Returns a payout's destination, masked: "PIX a****@pix.example". */
export function maskPayee(payee: Destination): string {
  switch (payee.payment_method) {
    case "pix":
      return `PIX ${maskDetail(payee.pix_key ?? "")}`;
    case "bank":
      return `${payee.bank_name ?? ""} ${maskDetail(payee.bank_account_number ?? "")}`.trim();
    case "card":
      return `**** ${payee.card_last4 ?? ""}`.trim();
  }
}

/** Where stored details lead to, masked as in `maskPayee`; the method alone where its fields are empty. */
export function maskDetails(details: StoredDetails): string {
  return maskPayee({ ...details, payment_method: parsePayoutMethod(details.payment_method) });
}

/** As `maskDetails`, for the creator: "Pix: a****@pix.example". */
export function showDestination(details: StoredDetails): string {
  return maskDetails(details).replace(/^PIX /, "Pix: ");
}

/**
 * Returns the audit log's record of a payout: payee and destination, masked. Nothing of a creator whose account is
 * erased.
 */
export function describePayee(payout: Destination & { payee_name: string; erased: boolean }): {
  label: string;
  paidTo?: string;
} {
  if (payout.erased) return { label: erasedName };
  return { label: payout.payee_name, paidTo: maskPayee(payout) };
}

/** The kinds of keys in the administrators' words. */
const pixKinds: Record<PixKeyType, string> = {
  cpf: "CPF",
  cnpj: "CNPJ",
  email: "E-mail",
  phone: "Celular",
  random: "Aleatória",
};

/** Returns a stored key as people write it, with its kind; the stored text without a kind if it is no valid key. */
export function describePixKey(stored: string): { kind: string; key: string } {
  const pix = parsePixKey(stored);
  return pix.ok ? { kind: pixKinds[pix.type], key: formatPixKey(pix) } : { kind: "", key: stored };
}
