import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { InPlayersPlace } from "~/ui/player-placeholder";
import type { ShownAwaitedPayment } from "./awaited-payment";
import { OnItsWayBadge } from "./awaited-payment-badge";
import { paymentPath, seePaymentKey } from "./see-payment";

interface PaymentOnItsWayProps {
  video: { id: string; thumbnailUrl: string | null };
  saleId: string | undefined;
  awaited: ShownAwaitedPayment | undefined;
}

/** In the player's place while a payment is under way: its state, its boleto or Pix code, and a way to look again. */
export function PaymentOnItsWay({ video, saleId, awaited }: PaymentOnItsWayProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <InPlayersPlace
      thumbnailUrl={video.thumbnailUrl}
      icon="clock"
      title={t("watch.processingTitle")}
      actions={
        <>
          {saleId && <ButtonLink {...linkTo(paymentPath(saleId))}>{t(seePaymentKey(awaited))}</ButtonLink>}
          <ButtonLink {...linkTo(`/watch/${video.id}`)} variant="secondary" reloadDocument>
            {t("watch.refresh")}
          </ButtonLink>
          <ButtonLink {...linkTo("/purchases")} variant="secondary">
            {t("common.purchases")}
          </ButtonLink>
          <ButtonLink {...linkTo("/marketplace")} variant="secondary">
            {t("watch.toMarketplace")}
          </ButtonLink>
        </>
      }
    >
      {awaited && (
        <p className="mt-3">
          <OnItsWayBadge awaited={awaited} />
        </p>
      )}
      <p className="mt-2 text-ink-soft">
        {t(awaited?.method === "boleto" ? "watch.processingBoleto" : "watch.processingText")}
      </p>
    </InPlayersPlace>
  );
}
