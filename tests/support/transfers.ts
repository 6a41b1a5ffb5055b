/** Refunds by bank transfer, as an administrator ends them who has just loaded the page. */
import { settleTransfer, type TransferOutcome } from "~/features/orders/purchases/settle-transfer.server";
import type { Services } from "~/platform/services";
import { findRow } from "./tables";

/** Returns whether it was recorded. */
export async function endTransfer(
  services: Pick<Services, "db" | "clock" | "env">,
  outcome: Omit<TransferOutcome, "seenKeyGivenAt">,
  by: Parameters<typeof settleTransfer>[2],
): Promise<boolean> {
  const refund = await findRow(services.db, "refunds", { id: outcome.id }, "key_given_at");
  const seenKeyGivenAt = refund?.key_given_at ?? null;
  return (await settleTransfer(services, { ...outcome, seenKeyGivenAt }, by)).ok;
}

/** What an administrator asks for who sees that nothing of the sale has gone back. */
export function refundWish(
  saleId: string,
  by: Parameters<typeof settleTransfer>[2],
  amountCents = 4990,
  channel: "provider" | "outside" = "provider",
) {
  return { saleId, amountCents, seenBackCents: 0, channel, note: "x", by } as const;
}
