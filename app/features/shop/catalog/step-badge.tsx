import { AwaitedPaymentBadge } from "~/features/orders/checkout/awaited-payment-badge";
import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icons";

const place = "absolute top-2 left-2 max-w-[calc(100%-1rem)] shadow-card text-xs whitespace-normal!";

/** On a card's picture: that the viewer has the video, or the status of its payment. */
export function StepBadge({ step, awaited }: WatchButtonState) {
  const t = useText();
  if (step === "paying") return <AwaitedPaymentBadge awaited={awaited} className={place} />;
  if (step === "disputed") {
    return (
      <Badge tone="warn" className={place}>
        <Icon name="alert" className="size-4" />
        {t("sales.disputed")}
      </Badge>
    );
  }
  if (step !== "bought" && step !== "own") return null;
  return (
    <Badge tone={step === "bought" ? "success" : "brand"} className={place}>
      <Icon name={step === "bought" ? "check" : "video"} className="size-4" />
      {t(`marketplace.${step}`)}
    </Badge>
  );
}
