import { useText } from "~/i18n/use-locale";
import { Badge, type BadgeTone } from "~/ui/badge";
import type { SaleStatus } from "./sale-status";

const tones: Record<SaleStatus, BadgeTone> = {
  pending: "neutral",
  processing: "info",
  completed: "success",
  failed: "danger",
  refunded: "warn",
  disputed: "warn",
};

export function SaleStatusBadge({ status }: { status: SaleStatus }) {
  const t = useText();
  return <Badge tone={tones[status]}>{t(`sales.${status}`)}</Badge>;
}
