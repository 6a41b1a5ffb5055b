import { saleStatuses } from "~/features/settlement/sale-status";

/**
 * What the administrators' list of sales can be narrowed to: a state, a refund that waits for somebody's hand, or one that
 * could not be sent.
 */
export const saleFilters = [...saleStatuses, "byHand", "refundFailed"] as const;

export type SaleFilter = (typeof saleFilters)[number];

/** Reads it from an address; undefined for none, or for what is none. */
export function parseSaleFilter(raw: string | null): SaleFilter | undefined {
  return saleFilters.find((filter) => filter === raw);
}
