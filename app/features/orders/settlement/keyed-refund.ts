import type { KeyedRefund, RefundChannel, RefundReason } from "~/features/money/ledger/refund-rules";
import type { RefundStatus } from "~/features/money/ledger/sale-status";

/** Returns a stored refund as the rules about Pix keys read it. */
export function toKeyedRefund(row: {
  channel: RefundChannel;
  reason: RefundReason;
  status: RefundStatus;
  amount_cents: number;
  key_given_at: Date | null;
}): KeyedRefund {
  const { channel, reason, status, amount_cents, key_given_at } = row;
  return { channel, reason, status, amountCents: amount_cents, keyGivenAt: key_given_at };
}
