import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Thumbnail } from "~/ui/thumbnail";
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
    <Card>
      <Thumbnail src={video.thumbnailUrl} alt="" eager />
      <div className="p-6 sm:p-8">
        <p className="flex items-center gap-2 font-display text-xl font-bold">
          <Icon name="clock" />
          {t("watch.processingTitle")}
        </p>
        {awaited && (
          <p className="mt-3">
            <OnItsWayBadge awaited={awaited} />
          </p>
        )}
        <p className="mt-2 text-ink-soft">{t("watch.processingText")}</p>
        <div className="mt-6 flex flex-col gap-3 sm:flex-row">
          <ButtonLink {...linkTo(`/watch/${video.id}`)} reloadDocument>
            {t("watch.refresh")}
          </ButtonLink>
          <ButtonLink {...linkTo("/purchases")} variant="secondary">
            {t("common.purchases")}
          </ButtonLink>
          <ButtonLink {...linkTo("/marketplace")} variant="secondary">
            {t("watch.toMarketplace")}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}
