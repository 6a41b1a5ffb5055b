import type { HoldingNotice } from "~/features/shop/sales-page/describe-holding.server";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { PlayerPlaceholder } from "~/ui/player-placeholder";

interface NoAccessProps {
  video: { thumbnailUrl: string | null };
  notice: HoldingNotice | undefined;
}

/** In the player's place while a bank decides, or after access ended for good: why, and where the viewer goes on. */
export function NoAccess({ video, notice }: NoAccessProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <PlayerPlaceholder
      thumbnailUrl={video.thumbnailUrl}
      icon={notice?.kind === "ended" ? "lock" : "alert"}
      title={notice?.title ?? ""}
      actions={
        <>
          {notice?.link && <ButtonLink {...linkTo(notice.link.to)}>{notice.link.label}</ButtonLink>}
          <ButtonLink {...linkTo("/marketplace")} variant="secondary">
            {t("watch.toMarketplace")}
          </ButtonLink>
        </>
      }
    >
      <p className="mt-2 text-ink-soft">{notice?.text}</p>
    </PlayerPlaceholder>
  );
}
