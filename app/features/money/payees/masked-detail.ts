import { formatPixKey, type PixKeyType, parsePixKey } from "~/features/base/form-fields/pix-key";
import { parsePayoutMethod } from "~/features/base/money/payout-method";
import type { Payee, StoredDetails } from "./payee";

/** Four stars and the last four of more than eight characters; of an e-mail, first letter and host. */
export function maskDetail(detail: string): string {
  const [, first, host] = /^(.)[^@]*@([^@]+)$/u.exec(detail) ?? [];
  if (first && host) return `${first}****@${host}`;
  return `**** ${detail.length > 8 ? detail.slice(-4) : ""}`.trim();
}

type Destination = Pick<
  Payee,
  "payment_method" | "pix_key" | "bank_name" | "bank_account_number" | "card_last4"
>;

/** "PIX a****@pix.example". */
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

/** Only the method if its fields are empty. */
export function maskDetails(details: StoredDetails): string {
  return maskPayee({ ...details, payment_method: parsePayoutMethod(details.payment_method) });
}

/** For the creator: "Pix: a****@pix.example". */
export function showDestination(details: StoredDetails): string {
  return maskDetails(details).replace(/^PIX /, "Pix: ");
}

/** Replaces an erased person's name; reviews show it as no name. */
export const erasedName = "—";

/** The masked payee for the audit log; without personal data once the account is erased. */
export function describePayee(payout: Destination & { payee_name: string; erased: boolean }): {
  label: string;
  paidTo?: string;
} {
  if (payout.erased) return { label: erasedName };
  return { label: payout.payee_name, paidTo: maskPayee(payout) };
}

const pixKinds: Record<PixKeyType, string> = {
  cpf: "CPF",
  cnpj: "CNPJ",
  email: "E-mail",
  phone: "Celular",
  random: "Aleatória",
};

/** As people write it; without a kind and as stored if the key is invalid. */
export function describePixKey(stored: string): { kind: string; key: string } {
  const pix = parsePixKey(stored);
  return pix.ok ? { kind: pixKinds[pix.type], key: formatPixKey(pix) } : { kind: "", key: stored };
}
