import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import type { AwaitedPaymentView } from "./awaited-payment";

interface AwaitedPaymentBadgeProps {
  /** Undefined if the buyer has nothing left to do. */
  awaited: AwaitedPaymentView | undefined;
  className?: string;
}

/** Until when a boleto or Pix can be paid, or that the payment is being processed. */
export function AwaitedPaymentBadge({ awaited, className }: AwaitedPaymentBadgeProps) {
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
