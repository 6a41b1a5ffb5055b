import type { Services } from "~/platform/services";
import { settleSale } from "./settle-sale.server";

/**
 * Settles a dispute by what the provider says of it now: events that disagree about its amount come in any order.
 * Throws PaymentsUnavailable when the provider is away.
 */
export async function lookUpDispute(
  { db, payments, clock }: Pick<Services, "db" | "payments" | "clock">,
  disputeId: string,
): Promise<void> {
  const dispute = await payments.findDispute(disputeId);
  if (!dispute) return;
  await db.transaction().execute((trx) => settleSale(trx, { ...dispute, kind: "dispute" }, clock()));
}
