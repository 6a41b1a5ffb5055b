import type { Services } from "~/platform/services";
import { settleSale } from "./settle-sale.server";

/**
 * Settles a dispute as the provider has it now: events with different amounts come in any order. Throws
 * PaymentsUnavailable in an outage.
 */
export async function lookUpDispute(
  { db, payments, clock }: Pick<Services, "db" | "payments" | "clock">,
  disputeId: string,
): Promise<void> {
  const dispute = await payments.findDispute(disputeId);
  if (!dispute) return;
  await db.transaction().execute((trx) => settleSale(trx, { ...dispute, kind: "dispute" }, clock()));
}
