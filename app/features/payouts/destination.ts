import type { Payee } from "./payee";

/** Returns a payout's destination in one line, such as "PIX ana@pix.example". */
export function describeDestination(payee: Omit<Payee, "payee_name">): string {
  switch (payee.payment_method) {
    case "pix":
      return `PIX ${payee.pix_key}`;
    case "bank":
      return `${payee.bank_name}, conta ${payee.bank_account_number}`;
    case "card":
      return `cartão **** ${payee.card_last4}`;
  }
}
