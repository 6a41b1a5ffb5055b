import { type BatchView, writeBatchView } from "./batch-view";

/** Returns the address of a batch's table with a payout's details opened, scrolled to it. */
export function openedAddress(path: string, view: BatchView, payoutId: string): string {
  return `${path}${withParam(writeBatchView(view), `open=${payoutId}`)}#payout-${payoutId}`;
}

/** Adds a parameter to a query. */
export const withParam = (query: string, param: string) => (query ? `${query}&${param}` : `?${param}`);
