import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Thumbnail } from "~/ui/thumbnail";
import { useRefreshWhile } from "./use-refresh-while";

interface BeingPreparedProps {
  video: { id: string; thumbnailUrl: string | null };
  percent: number | null;
}

/** In the player's place while the streaming service prepares a video. With script it becomes the player by itself. */
export function BeingPrepared({ video, percent }: BeingPreparedProps) {
  const t = useText();
  const linkTo = useLinkTo();
  useRefreshWhile(true);
  return (
    <Card>
      <Thumbnail src={video.thumbnailUrl} alt="" eager />
      <div className="p-6 sm:p-8">
        <p className="flex items-center gap-2 font-display text-xl font-bold">
          <Icon name="clock" />
          {t("watch.encodingTitle")}
        </p>
        {percent !== null && (
          <p className="mt-3 font-semibold tabular-nums">{t("watch.encodingPercent", { percent })}</p>
        )}
        <p className="mt-2 text-ink-soft">{t("watch.encodingText")}</p>
        <div className="mt-6 flex flex-col gap-3 sm:flex-row">
          <ButtonLink {...linkTo(`/watch/${video.id}`)} reloadDocument>
            {t("watch.refresh")}
          </ButtonLink>
          <ButtonLink {...linkTo("/marketplace")} variant="secondary">
            {t("watch.toMarketplace")}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}
