import { saleStatuses } from "~/features/settlement/sale-status";

/** A status, or a refund that waits for a manual transfer, or one that failed. */
export const saleFilters = [...saleStatuses, "byHand", "refundFailed"] as const;

export type SaleFilter = (typeof saleFilters)[number];

export function parseSaleFilter(raw: string | null): SaleFilter | undefined {
  return saleFilters.find((filter) => filter === raw);
}
