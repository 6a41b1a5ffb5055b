import type { PayoutStatus } from "./payout-status";

const labels: Record<PayoutStatus, string> = {
  prepared: "A pagar",
  paid: "Pago",
  failed: "Falhou",
  returned: "Devolvido pelo banco",
};

/** Names a payout's state in the administrators' files, which are what they pay from. */
export function labelPayoutStatus(status: PayoutStatus): string {
  return labels[status];
}
