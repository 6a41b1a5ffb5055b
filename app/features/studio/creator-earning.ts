import type { SaleStatus } from "~/features/settlement/sale-status";

interface ListedSale {
  status: SaleStatus;
  paid_at: Date | null;
  /** What the creator gets once it is paid, in cents. */
  creator_earnings_cents: number;
}

/**
 * Returns what a creator's list of sales shows for one, in cents: what the ledger holds once it was paid (`ledgerCents`),
 * what is expected while a boleto or Pix is on its way, and nothing for a checkout that nobody paid.
 */
export function decideShownEarning(sale: ListedSale, ledgerCents: number): number {
  if (sale.paid_at) return ledgerCents;
  return sale.status === "processing" ? sale.creator_earnings_cents : 0;
}
