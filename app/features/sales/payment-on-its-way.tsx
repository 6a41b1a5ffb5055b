import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { InPlayersPlace } from "~/ui/in-players-place";
import type { ShownAwaitedPayment } from "./awaited-payment";
import { OnItsWayBadge } from "./on-its-way-badge";

interface PaymentOnItsWayProps {
  video: { id: string; thumbnailUrl: string | null };
  awaited: ShownAwaitedPayment | undefined;
}

/** In the player's place while a payment is under way: how it stands, and a way to look again. */
export function PaymentOnItsWay({ video, awaited }: PaymentOnItsWayProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <InPlayersPlace
      thumbnailUrl={video.thumbnailUrl}
      icon="clock"
      title={t("watch.processingTitle")}
      actions={
        <>
          <ButtonLink {...linkTo(`/watch/${video.id}`)} reloadDocument>
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
      <p className="mt-2 text-ink-soft">{t("watch.processingText")}</p>
    </InPlayersPlace>
  );
}
