import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import { WatchButton } from "~/features/orders/checkout/watch-button";
import { couponParameter, readTypedCode, withCoupon } from "~/features/orders/coupons/coupon-rules";
import { showFollow } from "~/features/shop/announcements/follow-creator.server";
import { FollowForm } from "~/features/shop/announcements/follow-form";
import { ShopHeader } from "~/features/shop/catalog/account-links";
import { SearchBelow } from "~/features/shop/catalog/search-field";
import { CreatorHead, CreatorSayings } from "~/features/shop/creators/creator-head";
import { creatorPath } from "~/features/shop/creators/profile-rules";
import { showCreator } from "~/features/shop/creators/show-creator.server";
import { SharePage } from "~/features/shop/sales-page/share-page";
import { pageLanguage } from "~/features/shop/sharing/open-graph";
import { creatorPageMeta } from "~/features/shop/sharing/page-meta.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { VideoCard } from "~/features/videos/pictures/video-card";
import { VideoGrid } from "~/features/videos/pictures/video-grid";
import { ShopTexts } from "~/i18n/shop-texts";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { parseCursor } from "~/platform/keyset";
import { ButtonLink } from "~/ui/button";
import { Drawing } from "~/ui/drawings/drawing";
import { Notice } from "~/ui/notice";
import { Container } from "~/ui/page-frame/container";

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.head ?? [{ title: brandName }];

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const url = new URL(request.url);
  const language = pageLanguage(url);
  const shown = await showCreator(context.services, params.handle ?? "", {
    viewer,
    locale: language.locale,
    after: parseCursor(url.searchParams.get("after")),
    reviewsAfter: parseCursor(url.searchParams.get("reviewsAfter")),
  });
  if (shown.found === "no") throw new Response(null, { status: 404 });
  if (shown.found === "moved") throw redirect(creatorPath(shown.handle) + url.search, 301);
  const { picturePath, creatorId, ...page } = shown;
  const follow = await showFollow(context.services.db, {
    creatorId,
    userId: viewer?.userId,
    locale: language.locale,
  });
  const { APP_URL: appUrl } = context.services.env;
  const shared = { ...language, appUrl, siteName: brandName, picturePath };
  const coupon = readTypedCode(url.searchParams.get(couponParameter));
  return { ...page, follow, appUrl, coupon, head: creatorPageMeta({ ...shared, creator: page.creator }) };
}

export default function CreatorPage() {
  return (
    <ShopTexts>
      <Page />
    </ShopTexts>
  );
}

function Page() {
  const { appUrl, creator, own, follow, videos, next, sayings, moreSayings, coupon } =
    useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const path = creatorPath(creator.handle);
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader search />
      <main id="main">
        <div aria-hidden="true" className="relative h-24 overflow-hidden bg-dawn sm:h-52">
          <Drawing name="branch-ipe" className="absolute -top-2 right-0 w-52 sm:w-96" />
        </div>
        <Container className="relative -mt-14 pb-10 sm:-mt-18 sm:pb-16">
          <CreatorHead
            creator={creator}
            actions={
              <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
                <FollowForm handle={creator.handle} shown={follow} />
                {own && (
                  <ButtonLink {...linkTo("/creator/profile")} reloadDocument variant="secondary">
                    {t("creators.editPage")}
                  </ButtonLink>
                )}
                {creator.video_count > 0 && (
                  <SharePage appUrl={appUrl} path={path} title={creator.full_name} />
                )}
              </div>
            }
          />
          {own && creator.video_count === 0 && <Notice className="mt-8">{t("creators.notPublic")}</Notice>}
          <section aria-labelledby="videos-title" className="mt-12 sm:mt-14">
            <h2 id="videos-title" className="mb-6 text-2xl sm:text-3xl">
              {t("creators.videosBy", { name: creator.full_name.split(/\s/)[0] ?? creator.full_name })}
            </h2>
            {videos.length === 0 ? (
              <p className="text-ink-soft">{t("creators.noVideos")}</p>
            ) : (
              <VideoGrid>
                {videos.map(({ shown, ...video }, index) => (
                  <li key={video.id}>
                    <VideoCard
                      video={video}
                      to={withCoupon(videoPath(video), coupon)}
                      eager={index === 0 && "first"}
                    >
                      <WatchButton
                        videoId={video.id}
                        title={video.title}
                        priceCents={video.price_cents}
                        state={shown}
                        look="card"
                        coupon={coupon}
                      />
                    </VideoCard>
                  </li>
                ))}
              </VideoGrid>
            )}
            {next && (
              <div className="mt-10 flex justify-center">
                <ButtonLink {...linkTo(withCoupon(`${path}?after=${next}`, coupon))} variant="secondary">
                  {t("creators.moreVideos")}
                </ButtonLink>
              </div>
            )}
          </section>
          {sayings.length > 0 && (
            <CreatorSayings
              sayings={sayings}
              more={moreSayings && `${path}?reviewsAfter=${moreSayings}#avaliacoes`}
            />
          )}
        </Container>
      </main>
      <SearchBelow />
      <ShopFooter />
    </div>
  );
}
