import { ReviewsSection } from "~/features/shop/reviews/reviews-section";
import type { ReviewsView } from "~/features/shop/reviews/reviews-view";
import { CreatorBox } from "./creator-box";
import type { PublicProfile } from "./public-profile";

interface PeopleSectionsProps {
  creator: PublicProfile | null;
  reviews: ReviewsView | null;
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
