import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { PlayerPlaceholder } from "~/ui/player-placeholder";
import { refreshMs, useRefreshWhile } from "./use-refresh-while";

interface BeingPreparedProps {
  video: { id: string; thumbnailUrl: string | null };
  percent: number | null;
}

/** With script it becomes the player by itself. */
export function BeingPrepared({ video, percent }: BeingPreparedProps) {
  const t = useText();
  const linkTo = useLinkTo();
  useRefreshWhile(true, refreshMs.stream);
  return (
    <PlayerPlaceholder
      thumbnailUrl={video.thumbnailUrl}
      icon="clock"
      title={t("player.encodingTitle")}
      actions={
        <>
          <ButtonLink {...linkTo(`/watch/${video.id}`)} reloadDocument>
            {t("watch.refresh")}
          </ButtonLink>
          <ButtonLink {...linkTo("/marketplace")} variant="secondary">
            {t("watch.toMarketplace")}
          </ButtonLink>
        </>
      }
    >
      {percent !== null && (
        <p className="mt-3 font-semibold tabular-nums">{t("player.encodingPercent", { percent })}</p>
      )}
      <p className="mt-2 text-ink-soft">{t("player.encodingText")}</p>
    </PlayerPlaceholder>
  );
}
