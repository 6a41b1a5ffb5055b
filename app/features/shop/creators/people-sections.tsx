import { ReviewsSection } from "~/features/shop/reviews/reviews-section";
import type { ShownReviews } from "~/features/shop/reviews/shown-reviews";
import { CreatorBox } from "./creator-box";
import type { ShownCreator } from "./shown-creator";

interface PeopleSectionsProps {
  creator: ShownCreator | null;
  reviews: ShownReviews | null;
}

/** The creator's box and the reviews of a sales page. Needs `ShopTexts`. */
export function PeopleSections({ creator, reviews }: PeopleSectionsProps) {
  return (
    <div className="space-y-12 lg:space-y-14">
      {creator && <CreatorBox creator={creator} />}
      {reviews && <ReviewsSection shown={reviews} />}
    </div>
  );
}
