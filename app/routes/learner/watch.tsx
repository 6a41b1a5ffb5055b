import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { brandName } from "~/brand";
import { ShopFooter } from "~/features/accounts/terms/shop-footer";
import { TellsWithdrawal } from "~/features/accounts/terms/tells-withdrawal";
import { parseId } from "~/features/base/form-fields/record-id";
import { formatMoney } from "~/features/base/money/money";
import { AwaitedPaymentNotice } from "~/features/orders/checkout/awaited-payment-notice";
import { BuyForm } from "~/features/orders/checkout/buy-form";
import { isCheckoutCancelled } from "~/features/orders/checkout/checkout-addresses";
import { DisputedPurchase } from "~/features/orders/checkout/disputed-purchase";
import { usePurchaseNews, useTellPurchase } from "~/features/orders/checkout/use-purchase-news";
import { findPaidSaleId } from "~/features/orders/purchases/receipt.queries.server";
import { ChapterList } from "~/features/playback/player/chapter-list";
import { decidePageBefore } from "~/features/playback/player/page-before";
import { playVideo, type ShownVideo } from "~/features/playback/player/play-video.server";
import { PlayerTexts } from "~/features/playback/player/player-texts";
import { TextWithMoments } from "~/features/playback/player/text-with-moments";
import { VideoPlayer } from "~/features/playback/player/video-player";
import { parsePosition } from "~/features/playback/positions/parse-position";
import { countView } from "~/features/playback/positions/views.queries.server";
import { ShopHeader } from "~/features/shop/catalog/shop-header";
import { ReviewEditor } from "~/features/shop/reviews/review-editor";
import { findOwnReviewState } from "~/features/shop/reviews/show-reviews.server";
import { Description } from "~/features/shop/sales-page/description";
import type { PlayingDoubt } from "~/features/videos/conversion/conversion";
import { BeingPrepared } from "~/features/videos/conversion/encoding-notice";
import { BuyerDoubt } from "~/features/videos/conversion/format-warning";
import { decideLocale } from "~/i18n/language-in-address";
import { ShopTexts } from "~/i18n/shop-texts";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { Container } from "~/ui/page-frame/container";
import { PlayerPlaceholder } from "~/ui/player-placeholder";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.video.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const url = new URL(request.url);
  const videoId = parseId(params.videoId);
  const watched = videoId
    ? await playVideo(context.services, viewer, videoId, decideLocale(url))
    : ({ access: "notFound" } as const);
  if (watched.access === "notFound") {
    const flash = { tone: "error", title: "watch.notFound" } as const;
    throw await goTo("/marketplace", { request, context, flash });
  }
  // A link to a moment takes precedence over the position where the viewer stopped.
  const moment = parsePosition(url.searchParams.get("t") ?? undefined);
  if ("startSeconds" in watched && moment !== undefined) watched.startSeconds = moment;
  const who = { videoId: watched.video.id, userId: viewer.userId };
  const back = decidePageBefore(request.headers.get("Referer"), context.services.env.APP_URL);
  if (watched.access !== "bought") return { ...watched, back };
  const { db } = context.services;
  const logUncounted = (error: unknown) =>
    context.log.warn({ err: error, videoId: who.videoId }, "a view could not be counted");
  const isOpening = request.method === "GET" && moment === undefined && watched.player.kind !== "unavailable";
  const [own, receiptOf] = await Promise.all([
    findOwnReviewState(db, who),
    findPaidSaleId(db, { consumerId: who.userId, videoId: who.videoId }),
    isOpening && countView(db, who.videoId).catch(logUncounted),
  ]);
  return { ...watched, back, own, receiptOf };
}

export default function Watch() {
  return (
    <ShopTexts>
      <PlayerTexts>
        <Content />
      </PlayerTexts>
    </ShopTexts>
  );
}

function Content() {
  const watched = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const { video, access } = watched;
  const isLocked = !("player" in watched);
  usePurchaseNews({ listening: isLocked, whenSeen: isLocked });
  useTellPurchase(access === "bought" || access === "processing" ? video.id : undefined);
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container width="medium" className="py-6 sm:py-10">
          <BackToBefore path={watched.back} />
          <h1 className="mt-3 mb-6 text-3xl sm:text-4xl">{video.title}</h1>
          {"player" in watched ? (
            <>
              <VideoPlayer
                videoId={video.id}
                player={watched.player}
                startSeconds={watched.startSeconds}
                title={video.title}
                captions={watched.captions}
                poster={video.thumbnailUrl}
              />
              {watched.player.kind === "file" && watched.player.doubt && (
                <Notice tone="warn" className="mt-5">
                  {t(watched.player.doubt === "converting" ? "player.converting" : "player.formatDoubt")}
                </Notice>
              )}
              {"secondsLeft" in watched.player && watched.player.secondsLeft !== null && (
                <Notice icon="clock" className="mt-5">
                  {t("player.expires")}
                </Notice>
              )}
            </>
          ) : watched.access === "encoding" ? (
            <BeingPrepared video={video} percent={watched.percent} />
          ) : watched.access === "processing" ? (
            <AwaitedPaymentNotice video={video} saleId={watched.saleId} awaited={watched.awaited} />
          ) : watched.access === "disputed" ? (
            <DisputedPurchase video={video} />
          ) : (
            <MustBuy {...watched} />
          )}
          {"chapters" in watched && watched.chapters.length > 0 && (
            <ChapterList videoId={video.id} chapters={watched.chapters} />
          )}
          <div className="mt-6">
            <Description
              text={video.description}
              renderText={
                "player" in watched
                  ? (text) => <TextWithMoments videoId={video.id} text={text} seconds={watched.seconds} />
                  : undefined
              }
            />
          </div>
          {"receiptOf" in watched && watched.receiptOf && (
            <TextLink {...linkTo(`/purchases/${watched.receiptOf}/receipt`)} className="mt-2 text-sm">
              {t("player.receipt")}
            </TextLink>
          )}
          {"own" in watched && watched.own && (
            <div className="mt-8">
              <ReviewEditor videoId={video.id} own={watched.own.review} back="watch" />
            </div>
          )}
        </Container>
      </main>
      <ShopFooter />
    </div>
  );
}

/** Back to the page before: by the history where script runs, else by its address. */
function BackToBefore({ path }: { path: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const navigate = useNavigate();
  return (
    <BackLink
      {...linkTo(path)}
      onClick={(event) => {
        // Only within what this document opened: before it there may be the payment page, or another site.
        if (!((window.history.state as { idx?: number } | null)?.idx ?? 0)) return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      {t("common.back")}
    </BackLink>
  );
}

interface MustBuyProps {
  video: ShownVideo;
  refunded: boolean;
  failed: boolean;
  doubt?: PlayingDoubt;
}

function MustBuy({ video, refunded, failed, doubt }: MustBuyProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { search } = useLocation();
  return (
    <PlayerPlaceholder
      thumbnailUrl={video.thumbnailUrl}
      icon="lock"
      title={t("watch.mustBuyTitle")}
      actions={
        <>
          <BuyForm videoId={video.id} priceCents={video.priceCents} size="large">
            {t("watch.buy", { price: formatMoney(video.priceCents, video.currency, locale) })}
          </BuyForm>
          <ButtonLink {...linkTo("/marketplace")} variant="secondary" size="large">
            {t("watch.toMarketplace")}
          </ButtonLink>
          <ButtonLink {...linkTo(`/watch/${video.id}`)} variant="quiet" size="large" reloadDocument>
            {t("common.refresh")}
          </ButtonLink>
        </>
      }
    >
      {(isCheckoutCancelled(search) || (failed && !refunded)) && (
        <Notice role="status" className="mt-4 text-left">
          {t("watch.cancelled")}
        </Notice>
      )}
      <p className="mt-2 text-ink-soft">{t(refunded ? "watch.refunded" : "watch.mustBuyText")}</p>
      {doubt && <BuyerDoubt doubt={doubt} className="mt-4" />}
      <TellsWithdrawal className="mt-4" />
    </PlayerPlaceholder>
  );
}
