import { useText } from "~/i18n/use-locale";
import { Badge, type BadgeTone } from "~/ui/badge";
import type { PayoutStatus } from "./payout-status";

const tones: Record<PayoutStatus, BadgeTone> = {
  prepared: "info",
  paid: "success",
  failed: "danger",
  returned: "danger",
};

/** A payout's state in words. */
export function PayoutStatusBadge({ status }: { status: PayoutStatus }) {
  const t = useText();
  return <Badge tone={tones[status]}>{t(`payouts.statuses.${status}`)}</Badge>;
}
