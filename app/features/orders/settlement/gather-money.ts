import type { DisputeStatus, RefundStatus, SaleMoney } from "~/features/money/ledger/sale-status";

interface Row {
  amount_cents: number;
}

interface SaleRow extends Row {
  platform_fee_cents: number;
  provider_fee_cents: number | null;
  paid_at: Date | null;
  duplicate: boolean;
}

interface RefundRow extends Row {
  status: RefundStatus;
  channel: "provider" | "outside";
}

interface DisputeRow extends Row {
  status: DisputeStatus;
}

export function gatherMoney(
  sale: SaleRow,
  refunds: readonly RefundRow[],
  disputes: readonly DisputeRow[],
): SaleMoney {
  return {
    amountCents: sale.amount_cents,
    platformFeeCents: sale.platform_fee_cents,
    providerFeeCents: sale.provider_fee_cents ?? 0,
    paid: sale.paid_at !== null,
    duplicate: sale.duplicate,
    refunds: refunds.map(({ amount_cents, status, channel }) => ({
      amountCents: amount_cents,
      status,
      channel,
    })),
    disputes: disputes.map(({ amount_cents, status }) => ({ amountCents: amount_cents, status })),
  };
}
