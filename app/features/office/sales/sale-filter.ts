import { type PaymentMethod, paymentMethods, saleStatuses } from "~/features/money/ledger/sale-status";

/**
 * A status, or a refund that waits for a manual transfer, one that failed, or one that did not arrive; or a paid sale
 * whose video has no file that plays.
 */
export const saleFilters = [...saleStatuses, "byHand", "refundFailed", "claim", "unreadable"] as const;

export type SaleFilter = (typeof saleFilters)[number];

export function parseSaleFilter(raw: string | null): SaleFilter | undefined {
  return saleFilters.find((filter) => filter === raw);
}

/** Orders beside those by date. */
export const saleSorts = ["highest", "lowest"] as const;

export type SaleSort = (typeof saleSorts)[number];

/** Returns the order by amount that a page asks for; undefined for one by date. */
export function parseSaleSort(raw: string | null): SaleSort | undefined {
  return saleSorts.find((sort) => sort === raw);
}

export function parseMethodFilter(raw: string | null): PaymentMethod | undefined {
  return paymentMethods.find((method) => method === raw);
}
