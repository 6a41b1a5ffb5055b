import { useSearchParams } from "@remix-run/react";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { videoPath } from "~/features/videos/listing/video-address";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { Link } from "~/ui/link";
import { BackLink } from "~/ui/page-frame/page-header";
import { ReviewsSection } from "./reviews-section";
import { reviewOrders, reviewsPath } from "./reviews-view";
import type { ReviewsPageView } from "./show-reviews.server";

export function ReviewsPage({
  title,
  forSale,
  shown,
  order,
  sortTexts,
  result,
}: ReviewsPageView & { result: FormFields }) {
  const [params] = useSearchParams();
  const t = useText();
  const linkTo = useLinkTo();
  const back = forSale ? videoPath({ id: shown.videoId, title }) : `/watch/${shown.videoId}`;
  return (
    <ShopPage width="medium" className="py-6 sm:py-10">
      <BackLink {...linkTo(back)}>{t("reviews.toVideo")}</BackLink>
      <h1 className="mt-3 text-3xl sm:text-4xl">{t("reviews.pageTitle", { title })}</h1>
      {result.failed && <FormError>{result.errorOf("form") ?? t("common.checkFields")}</FormError>}
      <ReviewsSection
        shown={shown}
        titled={false}
        sort={
          shown.figures.review_count > 1 && (
            <ReviewSort videoId={shown.videoId} order={order} texts={sortTexts} />
          )
        }
        moreTo={`${reviewsPath(shown.videoId)}?${order === "newest" ? "" : `sort=${order}&`}after=${shown.next}`}
        result={result}
      />
      {params.has("after") && (
        <p className="mt-4">
          <ButtonLink {...linkTo(reviewsPath(shown.videoId))} variant="quiet">
            {t("reviews.first")}
          </ButtonLink>
        </p>
      )}
    </ShopPage>
  );
}

function ReviewSort({
  videoId,
  order,
  texts,
}: Pick<ReviewsPageView, "order"> & { videoId: string; texts: ReviewsPageView["sortTexts"] }) {
  const linkTo = useLinkTo();
  return (
    <nav aria-label={texts.sort} className="mt-6 flex flex-wrap gap-2">
      {reviewOrders.map((each) => (
        <Link
          key={each}
          {...linkTo(reviewsPath(videoId) + (each === "newest" ? "" : `?sort=${each}`))}
          aria-current={each === order ? "page" : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-semibold hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-canvas"
        >
          {texts[each]}
        </Link>
      ))}
    </nav>
  );
}
