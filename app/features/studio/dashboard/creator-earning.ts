interface ListedSale {
  paid_at: Date | null;
  /** The creator's share of the price, as stored with the sale, in cents. */
  creator_earnings_cents: number;
}

/**
 * Returns the amount in a creator's list of sales, in cents: the ledger's (`ledgerCents`) once paid, otherwise the
 * stored share, which the list shows greyed beside the status.
 */
export function decideShownEarning(sale: ListedSale, ledgerCents: number): number {
  return sale.paid_at ? ledgerCents : sale.creator_earnings_cents;
}
