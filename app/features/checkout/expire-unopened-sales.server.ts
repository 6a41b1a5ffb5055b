import type { Services } from "~/platform/services";
import { failLapsedSales } from "./pending-sale.queries.server";

/** How long after its checkout would have ended a sale is given up that has none, in milliseconds. */
const graceMs = 60 * 60 * 1000;

/**
 * Gives up sales whose checkout could not be opened, because the provider was away, and whose buyer did not try again:
 * nobody ever had an address to pay at, so nothing can come of them.
 */
export async function giveUpLapsedSales({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await failLapsedSales(db, new Date(clock().getTime() - graceMs));
}
