import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import type { ShownAwaitedPayment } from "./awaited-payment";

interface OnItsWayBadgeProps {
  /** Undefined where the buyer has nothing left to do. */
  awaited: ShownAwaitedPayment | undefined;
  className?: string;
}

/** Says how a payment under way stands: until when its boleto or Pix can be paid, or that it is being processed. */
export function OnItsWayBadge({ awaited, className }: OnItsWayBadgeProps) {
  const t = useText();
  if (!awaited) {
    return (
      <Badge tone="info" className={className}>
        {t("sales.processing")}
      </Badge>
    );
  }
  const key = awaited.method === "boleto" ? "sales.awaitingBoleto" : "sales.awaitingPix";
  return (
    <Badge tone="info" className={className}>
      {t(key, { until: awaited.until })}
    </Badge>
  );
}
