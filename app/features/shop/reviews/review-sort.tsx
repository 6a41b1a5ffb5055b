import { useLinkTo } from "~/i18n/use-locale";
import { Link } from "~/ui/link";
import { type ReviewOrder, reviewOrders, reviewsPath } from "./reviews-view";

/** Translated on the server, so that no sales page loads them. */
export type ReviewSortTexts = Record<ReviewOrder | "sort", string>;

interface ReviewSortProps {
  videoId: string;
  order: ReviewOrder;
  texts: ReviewSortTexts;
}

export function ReviewSort({ videoId, order, texts }: ReviewSortProps) {
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
