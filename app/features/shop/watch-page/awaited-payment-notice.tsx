import type { AwaitedPaymentView } from "~/features/orders/checkout/awaited-payment";
import { AwaitedPaymentBadge } from "~/features/orders/checkout/awaited-payment-badge";
import { paymentPath, seePaymentKey } from "~/features/orders/checkout/payment-link";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { PlayerPlaceholder } from "~/ui/player-placeholder";

interface AwaitedPaymentNoticeProps {
  video: { id: string; thumbnailUrl: string | null };
  saleId: string | undefined;
  awaited: AwaitedPaymentView | undefined;
}

/** While the buyer still has to pay. */
const toPay = { pix: "player.pixToPay", boleto: "player.boletoToPay" } as const;

/** In place of the player while a payment is pending: its status, links to its code, and a reload. */
export function AwaitedPaymentNotice({ video, saleId, awaited }: AwaitedPaymentNoticeProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <PlayerPlaceholder
      thumbnailUrl={video.thumbnailUrl}
      icon="clock"
      title={t(awaited ? toPay[awaited.method] : "player.processingTitle")}
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
          <AwaitedPaymentBadge awaited={awaited} />
        </p>
      )}
      <p className="mt-2 text-ink-soft">
        {t(awaited?.method === "boleto" ? "player.processingBoleto" : "player.processingText")}
      </p>
    </PlayerPlaceholder>
  );
}
