import { type SaleStatus, saleStatuses } from "./sale-status";

/** What the administrators' list of sales can be narrowed to: a state, or a refund that waits for somebody's hand. */
export const saleFilters = [...saleStatuses, "byHand"] as const;

export type SaleFilter = SaleStatus | "byHand";

/** Reads it from an address; undefined for none, or for what is none. */
export function parseSaleFilter(raw: string | null): SaleFilter | undefined {
  return saleFilters.find((filter) => filter === raw);
}
