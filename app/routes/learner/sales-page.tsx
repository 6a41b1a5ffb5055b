import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { OnItsWayBadge } from "~/features/awaiting/awaited-payment-badge";
import { salesPageMeta } from "~/features/catalog/sales-page-meta";
import { ShopHeader } from "~/features/catalog/shop-header";
import { findShopVideo } from "~/features/catalog/shop-videos.queries.server";
import { BuyForm } from "~/features/checkout/buy-form";
import { showWatchSteps } from "~/features/checkout/show-watch-steps.server";
import type { ShownStep } from "~/features/checkout/shown-step";
import { WatchButton } from "~/features/checkout/watch-button";
import { WaysToPay } from "~/features/checkout/ways-to-pay";
import { decidePlayingDoubt } from "~/features/encoding/conversion";
import { listConversions } from "~/features/encoding/conversions.queries.server";
import { BuyerDoubt } from "~/features/encoding/format-warning";
import { parseId } from "~/features/fields/record-id";
import { formatMoney } from "~/features/money/money";
import { findWatchAccess } from "~/features/playback/find-watch-access.server";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { goTo } from "~/platform/responses.server";
import { BackLink } from "~/ui/back-link";
import { Card } from "~/ui/card";
import { Container } from "~/ui/container";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { SiteFooter } from "~/ui/site-footer";
import { Thumbnail } from "~/ui/thumbnail";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? salesPageMeta({ ...data, siteName: brandName }) : [];

/** The public page of a video, for a creator to share (design.md, decision 14). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const videoId = parseId(params.videoId);
  const { db } = context.services;
  const row = videoId && (await findShopVideo(db, videoId));
  const viewer = await currentViewer(context, request);
  if (!row) {
    // Taken out of the shop: who bought it, or whose payment is on its way, has the watch page.
    const { access } =
      viewer && videoId ? await findWatchAccess(db, viewer, videoId) : { access: "notFound" };
    if (access === "bought" || access === "processing")
      throw await goTo(`/watch/${videoId}`, { request, context });
    throw new Response(null, { status: 404 });
  }
  const [shown] = await showWatchSteps(context.services, viewer, [row]);
  const doubt = decidePlayingDoubt((await listConversions(context.services.db, [videoId]))[videoId]);
  const { creator_id: _, created_at: __, ...video } = row;
  return { video, shown: shown as ShownStep, doubt, appUrl: context.services.env.APP_URL };
}

export default function SalesPage() {
  const { video, shown, doubt } = useLoaderData<typeof loader>();
  const { step, awaited } = shown;
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container className="py-6 sm:py-10">
          <BackLink {...linkTo("/marketplace")}>{t("watch.toMarketplace")}</BackLink>
          {/* On a phone the price and the button come before the description, on a wide screen beside it all. */}
          <div className="mt-4 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)] lg:*:col-start-1">
            <Thumbnail src={video.thumbnail_url} alt="" eager="first" className="rounded-card" />
            <div>
              <h1 className="text-3xl sm:text-4xl">{video.title}</h1>
              <p className="mt-2 text-ink-faint">{t("common.by", { name: video.creator_name })}</p>
            </div>
            <Card className="p-6 lg:sticky lg:top-24 lg:!col-start-2 lg:row-span-3 lg:row-start-1">
              <p className="font-display text-3xl font-bold tabular-nums">
                {formatMoney(video.price_cents, video.currency, locale)}
              </p>
              {step === "paying" && (
                <p className="mt-3">
                  <OnItsWayBadge awaited={awaited} />
                </p>
              )}
              {step === "disputed" && (
                <Notice tone="warn" className="mt-3" title={t("watch.disputedTitle")}>
                  {t("watch.disputedText")}
                </Notice>
              )}
              {doubt && step !== "disputed" && <BuyerDoubt doubt={doubt} className="mt-3" />}
              <div className="mt-5 *:w-full">
                {step === "buy" ? (
                  <BuyForm videoId={video.id} priceCents={video.price_cents} size="large">
                    {t("marketplace.buy")}
                  </BuyForm>
                ) : (
                  // Who is not known yet has not bought it, as far as this page can tell: beside a price stands "Buy".
                  <WatchButton
                    videoId={video.id}
                    title={video.title}
                    priceCents={video.price_cents}
                    shown={shown}
                    size="large"
                  >
                    {t(step === "login" ? "marketplace.buy" : "marketplace.watch")}
                  </WatchButton>
                )}
              </div>
              <p className="mt-4 flex items-center gap-2 text-sm text-ink-faint">
                <Icon name="shield" />
                <WaysToPay priceCents={video.price_cents} currency={video.currency} />
              </p>
            </Card>
            <p className="max-w-prose whitespace-pre-line text-ink-soft">{video.description}</p>
          </div>
        </Container>
      </main>
      <SiteFooter text={t("common.footer", { year: 2024 })} />
    </div>
  );
}
