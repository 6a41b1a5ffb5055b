import type { Services } from "~/platform/services";
import { unopenedGraceMs } from "./checkout-reuse";
import { failUnopenedSales } from "./pending-sale.queries.server";

/**
 * Fails the sales whose checkout could not be opened in an outage and whose buyer did not try again: nobody has a URL
 * to pay them at.
 */
export async function expireUnopenedSales({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await failUnopenedSales(db, new Date(clock().getTime() - unopenedGraceMs));
}
