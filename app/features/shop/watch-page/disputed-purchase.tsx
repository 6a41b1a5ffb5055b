import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { PlayerPlaceholder } from "~/ui/player-placeholder";

/** In the player's place while the buyer's bank disputes the payment: why there is no access, and until when. */
export function DisputedPurchase({ video }: { video: { thumbnailUrl: string | null } }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <PlayerPlaceholder
      thumbnailUrl={video.thumbnailUrl}
      icon="alert"
      title={t("watch.disputedTitle")}
      actions={
        <>
          <ButtonLink {...linkTo("/purchases")}>{t("common.purchases")}</ButtonLink>
          <ButtonLink {...linkTo("/marketplace")} variant="secondary">
            {t("watch.toMarketplace")}
          </ButtonLink>
        </>
      }
    >
      <p className="mt-2 text-ink-soft">{t("watch.disputedText")}</p>
    </PlayerPlaceholder>
  );
}
