import type { SaleStatus } from "~/features/settlement/sale-status";

interface ListedSale {
  status: SaleStatus;
  paid_at: Date | null;
  /** Expected earnings, in cents. */
  creator_earnings_cents: number;
}

/**
 * Returns the amount in a creator's list of sales, in cents: the ledger's (`ledgerCents`) once paid, the expected one
 * while a boleto or Pix is awaited, and 0 for an unpaid checkout.
 */
export function decideShownEarning(sale: ListedSale, ledgerCents: number): number {
  if (sale.paid_at) return ledgerCents;
  return sale.status === "processing" ? sale.creator_earnings_cents : 0;
}
