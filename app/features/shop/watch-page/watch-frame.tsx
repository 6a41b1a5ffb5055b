import { useNavigate } from "@remix-run/react";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import {
  type AwaitedPaymentView,
  paymentPath,
  seePaymentKey,
} from "~/features/orders/checkout/awaited-payment";
import { AwaitedPaymentBadge } from "~/features/orders/checkout/awaited-payment-badge";
import { usePurchaseNews, useTellPurchase } from "~/features/orders/checkout/use-purchase-news";
import { ShopHeader } from "~/features/shop/catalog/account-links";
import { SearchBelow } from "~/features/shop/catalog/search-field";
import type { HoldingNotice } from "~/features/shop/sales-page/describe-holding.server";
import { Description } from "~/features/shop/sales-page/description";
import { refreshMs, useRefreshWhile } from "~/features/videos/media/use-refresh-while";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Container } from "~/ui/page-frame/container";
import { BackLink } from "~/ui/page-frame/page-header";
import { PlayerPlaceholder } from "~/ui/player-placeholder";
import { MustBuy } from "./end-panel";
import { Lesson } from "./lesson";
import type { WatchPage } from "./show-watch-page.server";

interface AwaitedPaymentNoticeProps {
  video: { id: string; thumbnailUrl: string | null };
  saleId: string | undefined;
  awaited: AwaitedPaymentView | undefined;
}

/** Texts for a buyer who still has to pay. */
const toPay = { pix: "player.pixToPay", boleto: "player.boletoToPay" } as const;

/** In place of the player while a payment is pending. */
function AwaitedPaymentNotice({ video, saleId, awaited }: AwaitedPaymentNoticeProps) {
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

export function WatchFrame({ watched }: { watched: WatchPage }) {
  const { video, access } = watched;
  const isLocked = !("player" in watched);
  usePurchaseNews({ listening: isLocked, whenSeen: isLocked });
  useTellPurchase(access === "bought" || access === "processing" ? video.id : undefined);
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader search />
      <main id="main">
        <Container width={"player" in watched ? "wide" : "medium"} className="py-4 sm:py-8">
          <BackToBefore path={watched.back} />
          {"player" in watched ? (
            <Lesson key={watched.video.id} watched={watched} />
          ) : (
            <>
              <h1 className="mt-3 mb-6 text-3xl sm:text-4xl">{video.title}</h1>
              {watched.access === "encoding" ? (
                <BeingPrepared video={video} percent={watched.percent} />
              ) : watched.access === "processing" ? (
                <AwaitedPaymentNotice video={video} saleId={watched.saleId} awaited={watched.awaited} />
              ) : watched.access === "disputed" || watched.access === "ended" ? (
                <NoAccess video={video} notice={watched.notice} />
              ) : (
                <MustBuy {...watched} />
              )}
              <div className="mt-6">
                <Description text={video.description} />
              </div>
            </>
          )}
        </Container>
      </main>
      <SearchBelow />
      <ShopFooter />
    </div>
  );
}

/** Uses the history with script, else the address. */
function BackToBefore({ path }: { path: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const navigate = useNavigate();
  return (
    <BackLink
      {...linkTo(path)}
      onClick={(event) => {
        // Only within this document: before it there may be the payment page, or another site.
        if (!((window.history.state as { idx?: number } | null)?.idx ?? 0)) return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      {t("common.back")}
    </BackLink>
  );
}

interface NoAccessProps {
  video: { thumbnailUrl: string | null };
  notice: HoldingNotice | undefined;
}

/** In place of the player while a bank decides, or after access ended for good. */
function NoAccess({ video, notice }: NoAccessProps) {
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

interface BeingPreparedProps {
  video: { id: string; thumbnailUrl: string | null };
  percent: number | null;
}

/** With script it becomes the player by itself. */
function BeingPrepared({ video, percent }: BeingPreparedProps) {
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
