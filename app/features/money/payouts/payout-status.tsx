import { useText } from "~/i18n/use-locale";
import { Badge, type BadgeTone } from "~/ui/badge";
import type { PayoutStatus } from "./payout-notes";

const labels: Record<PayoutStatus, string> = {
  prepared: "A pagar",
  paid: "Pago",
  failed: "Falhou",
  returned: "Devolvido pelo banco",
};

/** Returns a payout's status in words, for the administrators' files. */
export function labelPayoutStatus(status: PayoutStatus): string {
  return labels[status];
}

const tones: Record<PayoutStatus, BadgeTone> = {
  prepared: "info",
  paid: "success",
  failed: "danger",
  returned: "danger",
};

export function PayoutStatusBadge({ status }: { status: PayoutStatus }) {
  const t = useText();
  return <Badge tone={tones[status]}>{t(`payouts.statuses.${status}`)}</Badge>;
}
