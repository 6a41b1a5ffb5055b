import { type PayoutMethod, type PayoutMethodStored, parsePayoutMethod } from "./payout-method";

const labels: Record<PayoutMethod, string> = {
  pix: "PIX",
  bank: "Transferência bancária",
  card: "Cartão",
};

/** Names a stored method for administrators, whose screens and files are in Portuguese alone. */
export function labelPayoutMethod(stored: PayoutMethodStored): string {
  return labels[parsePayoutMethod(stored)];
}
